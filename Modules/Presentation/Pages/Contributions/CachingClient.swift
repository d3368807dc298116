import Core
import Locks

extension PageContext {
  /// The same context, in which each query runs only once.
  ///
  /// For one page request, to which several modules contribute independently: they share the
  /// replies to their common queries.
  public func cachingQueries() -> PageContext {
    guard !(space is CachingClient) else { return self }
    var context = self
    context.space = CachingClient(space)
    return context
  }
}

/// Caches replies to queries until a command is sent.
private final class CachingClient: SpaceClient {
  private struct Question: Hashable {
    let name: String
    let fields: [UInt8]
  }

  private struct State {
    var answers: [Question: any Sendable] = [:]
    /// Counts what may have changed the space.
    var changes = 0
  }

  private let space: any SpaceClient
  private let state = Locked(State())

  init(_ space: any SpaceClient) { self.space = space }

  var principal: Principal { space.principal }

  func ask<Q: Query>(_ query: Q) async throws -> Q.Reply {
    let question = Question(name: Q.name, fields: try JSON.encode(query))
    let (known, changes) = state.withLock { ($0.answers[question], $0.changes) }
    // Whether there is one is checked first: a missing reply could be taken for one that is nil.
    if let known, let reply = known as? Q.Reply { return reply }
    let reply = try await space.ask(query)
    state.withLock { state in
      // A reply from before a command must not be kept until after it.
      guard state.changes == changes else { return }
      state.answers[question] = reply
    }
    return reply
  }

  func send<C: Command>(_ command: C) async throws -> Outcome<C.Reply> {
    defer { forget() }
    return try await space.send(command)
  }

  func run<Answer: Sendable>(
    _ body: @escaping @Sendable (any SpaceScope) throws -> Answer
  ) async throws -> Outcome<Answer> {
    do {
      let outcome = try await space.run(body)
      // Every change emits a signal; usually several queries run together.
      if !outcome.signals.isEmpty { forget() }
      return outcome
    } catch {
      // The commands before the error remain.
      forget()
      throw error
    }
  }

  func watch(_ body: (any ChangeFeed) async throws -> Void) async throws {
    try await space.watch(body)
  }

  func archive(to write: ([UInt8]) async throws -> Void) async throws {
    try await space.archive(to: write)
  }

  func changedHistory() async throws -> ChangedHistory? { try await space.changedHistory() }

  func eraseFromCopies() async throws { try await space.eraseFromCopies() }

  func merge(archiveAt path: String) async throws -> Outcome<MergedArchive> {
    defer { forget() }
    return try await space.merge(archiveAt: path)
  }

  func latestMerge() async throws -> LatestMerge? { try await space.latestMerge() }

  func undoMerge() async throws -> LatestMerge {
    defer { forget() }
    return try await space.undoMerge()
  }

  func backup(to write: ([UInt8]) async throws -> Void) async throws {
    try await space.backup(to: write)
  }

  private func forget() {
    state.withLock { state in
      state.answers = [:]
      state.changes += 1
    }
  }
}
