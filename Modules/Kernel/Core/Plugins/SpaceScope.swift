/// Access to a space during one read or one unit of work, without interference by others.
///
/// All its queries see one state; all its commands are stored together.
public protocol SpaceScope {
  /// The principal on whose behalf the work is done.
  var principal: Principal { get }

  /// Runs a query.
  func ask<Q: Query>(_ query: Q) throws -> Q.Reply

  /// Executes a command; later queries see its effects.
  ///
  /// A command that throws changes nothing; commands before it remain.
  @discardableResult
  func send<C: Command>(_ command: C) throws -> C.Reply

  /// Whether any loaded module answers `query`.
  func answers<Q: Query>(_ query: Q.Type) -> Bool
}

extension SpaceScope {
  /// Runs a query if a loaded module answers it; otherwise returns nil.
  public func askIfAvailable<Q: Query>(_ query: Q) throws -> Q.Reply? {
    answers(Q.self) ? try ask(query) : nil
  }
}
