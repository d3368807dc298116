import Core
import Synchronization

extension Session {
  /// The same session, in which each question is put to the space once.
  ///
  /// For one look at a page, to which several modules contribute without knowing of each other:
  /// what one of them asked, the others need not have worked out again.
  public func remembering() -> Session {
    guard !(door is RememberingDoor) else { return self }
    return Session(
      product: product,
      settings: settings,
      now: now,
      calendar: calendar,
      screen: screen,
      format: format,
      door: RememberingDoor(door)
    )
  }
}

/// Keeps the answers to questions until something is ordered.
private final class RememberingDoor: SpaceDoor {
  private struct Question: Hashable {
    let name: String
    let fields: [UInt8]
  }

  private let door: any SpaceDoor
  private let answers = Mutex<[Question: any Sendable]>([:])

  init(_ door: any SpaceDoor) { self.door = door }

  func ask<Q: Query>(_ query: Q) async throws -> Q.Reply {
    let question = Question(name: Q.name, fields: try JSON.encode(query))
    if let known = answers.withLock({ $0[question] }) as? Q.Reply { return known }
    let reply = try await door.ask(query)
    answers.withLock { $0[question] = reply }
    return reply
  }

  func send<C: Command>(_ command: C) async throws -> C.Reply {
    defer { answers.withLock { $0 = [:] } }
    return try await door.send(command)
  }

  func watch(_ body: (any ChangeFeed) async throws -> Void) async throws {
    try await door.watch(body)
  }

  func archive() async throws -> [UInt8] { try await door.archive() }

  func adopt(_ archive: [UInt8]) async throws -> AdoptedArchive {
    defer { answers.withLock { $0 = [:] } }
    return try await door.adopt(archive)
  }

  func backup() async throws -> [UInt8] { try await door.backup() }
}
