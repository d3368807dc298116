/// One look into a space, or one piece of work in it, that nothing of others comes between.
///
/// What stands in it sees one state; the orders in it are kept all together.
public protocol SpaceScope {
  /// Who works.
  var principal: Principal { get }

  /// Asks a question of whichever module answers it.
  func ask<Q: Query>(_ query: Q) throws -> Q.Reply

  /// Carries out an order; what is asked afterwards sees what it did.
  ///
  /// An order that is refused changed nothing; orders before it stand.
  @discardableResult
  func send<C: Command>(_ command: C) throws -> C.Reply

  /// Whether any loaded module answers `query`.
  func answers<Q: Query>(_ query: Q.Type) -> Bool
}

extension SpaceScope {
  /// Asks a question if any loaded module answers it, else returns nil.
  public func askIfAnswered<Q: Query>(_ query: Q) throws -> Q.Reply? {
    answers(Q.self) ? try ask(query) : nil
  }
}
