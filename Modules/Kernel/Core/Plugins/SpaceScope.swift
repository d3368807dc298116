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
  /// A command that throws changes nothing; commands before it remain, unless they were sent
  /// together with it by ``send(all:)``.
  @discardableResult
  func send<C: Command>(_ command: C) throws -> C.Reply

  /// Throws what ``send(_:)`` would throw as the space is now; changes nothing.
  ///
  /// By default every command passes, for scopes that do not decide.
  func validate<C: Command>(_ command: C) throws

  /// Whether any loaded module answers `query`.
  func answers<Q: Query>(_ query: Q.Type) -> Bool
}

extension SpaceScope {
  public func validate<C: Command>(_ command: C) throws {}

  /// Executes commands of which none depends on another: all of them, or none if one is refused.
  @discardableResult
  public func send<C: Command>(all commands: [C]) throws -> [C.Reply] {
    for command in commands { try validate(command) }
    return try commands.map { try send($0) }
  }

  /// Runs a query if a loaded module answers it; otherwise returns nil.
  public func askIfAvailable<Q: Query>(_ query: Q) throws -> Q.Reply? {
    answers(Q.self) ? try ask(query) : nil
  }
}
