import Core
import HTTPServing

/// A space without room for more: of all commands it takes those that erase something.
struct FullSpace: SpaceScope {
  private let space: any SpaceScope

  init(_ space: any SpaceScope) { self.space = space }

  var principal: Principal { space.principal }

  func ask<Q: Query>(_ query: Q) throws -> Q.Reply { try space.ask(query) }

  func send<C: Command>(_ command: C) throws -> C.Reply {
    guard C.erases else { throw SpaceQuota.full }
    return try space.send(command)
  }

  func validate<C: Command>(_ command: C) throws {
    guard C.erases else { throw SpaceQuota.full }
    try space.validate(command)
  }

  func answers<Q: Query>(_ query: Q.Type) -> Bool { space.answers(query) }
}
