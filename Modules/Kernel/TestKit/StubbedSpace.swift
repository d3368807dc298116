import Core

/// A space that returns prepared replies, for tests of presentations.
public protocol StubbedSpace: SpaceClient {
  /// The prepared reply to a query or command.
  func reply<R: Request>(to request: R) throws -> R.Reply

  /// Whether there is a prepared reply.
  func answers<Q: Query>(_ query: Q.Type) -> Bool
}

extension StubbedSpace {
  public var principal: Principal { .owner }

  public func answers<Q: Query>(_ query: Q.Type) -> Bool { true }

  public func ask<Q: Query>(_ query: Q) async throws -> Q.Reply { try reply(to: query) }

  public func send<C: Command>(_ command: C) async throws -> Outcome<C.Reply> {
    Outcome(reply: try reply(to: command))
  }

  public func run<Answer: Sendable>(
    _ body: @escaping @Sendable (any SpaceScope) throws -> Answer
  ) async throws -> Outcome<Answer> {
    Outcome(reply: try body(StubbedScope(space: self)))
  }
}

/// The scope of a ``StubbedSpace`` for requests that run at once.
private struct StubbedScope<Space: StubbedSpace>: SpaceScope {
  let space: Space

  var principal: Principal { space.principal }

  func ask<Q: Query>(_ query: Q) throws -> Q.Reply { try space.reply(to: query) }
  func send<C: Command>(_ command: C) throws -> C.Reply { try space.reply(to: command) }
  func answers<Q: Query>(_ query: Q.Type) -> Bool { space.answers(query) }
}
