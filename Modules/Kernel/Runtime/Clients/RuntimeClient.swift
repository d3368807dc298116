import Core
import Engine
import Journals
import Loop

/// A client for one space of a ``Runtime``, on behalf of one principal.
///
/// Every call makes one trip to the loop. A reply arrives only after everything it reports is on
/// disk.
public struct RuntimeClient: SpaceClient {
  private let runtime: Runtime
  public let principal: Principal
  public let space: SpaceID
  private var claim: Claim?
  private var room: FactRoom?

  init(runtime: Runtime, principal: Principal, space: SpaceID) {
    self.runtime = runtime
    self.principal = principal
    self.space = space
  }

  /// The client for requests that were made earlier.
  public func claiming(_ claim: Claim) -> RuntimeClient {
    var client = self
    client.claim = claim
    return client
  }

  /// The client whose requests add no more facts than there is room for, each by itself.
  ///
  /// A command that would add more throws ``FactRoom/Exceeded`` and changes nothing.
  public func within(_ room: FactRoom) -> RuntimeClient {
    var client = self
    client.room = room
    return client
  }

  public func ask<Q: Query>(_ query: Q) async throws -> Q.Reply {
    try await perform { AskOperation(query, by: principal, $0) }
  }

  @discardableResult
  public func send<C: Command>(_ command: C) async throws -> Outcome<C.Reply> {
    try await decided { SendOperation(command, by: principal, $0) }
  }

  @discardableResult
  public func run<Answer: Sendable>(
    _ body: @escaping @Sendable (any SpaceScope) throws -> Answer
  ) async throws -> Outcome<Answer> {
    try await decided { RunOperation(by: principal, body, $0) }
  }

  /// Decides again if the first decision wrote nothing and was based on an outdated state.
  ///
  /// A decision that writes facts notices by itself that another process has changed the state. One
  /// that was refused, or found that nothing needs to change, does not.
  private func decided<Reply: Sendable>(
    _ make: (@escaping (Result<Outcome<Reply>, any Error>) -> Void) -> EngineOperation
  ) async throws -> Outcome<Reply> {
    let first = await attempt(make)
    guard let known = first.unchangedAfter, try await runtime.isOutdated(space, since: known)
    else { return try first.result.get() }
    return try await attempt(make).result.get()
  }

  /// The result of one attempt at a command.
  private struct Attempt<Reply: Sendable>: Sendable {
    let result: Result<Outcome<Reply>, any Error>
    /// The number of facts seen by a decision that wrote nothing; nil after any other.
    let unchangedAfter: Int?

    init(_ result: Result<Outcome<Reply>, any Error>, of operation: EngineOperation?) {
      self.result = result
      unchangedAfter =
        switch result {
        case .success(let outcome): outcome.unchangedAfter
        case .failure(let error): error is DomainError ? operation?.unchangedAfter : nil
        }
    }
  }

  private func attempt<Reply: Sendable>(
    _ make: (@escaping (Result<Outcome<Reply>, any Error>) -> Void) -> EngineOperation
  ) async -> Attempt<Reply> {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Attempt<Reply>, Never>) in
      var made: EngineOperation?
      let operation = make { result in
        continuation.resume(returning: Attempt(result, of: made))
        made = nil
      }
      made = operation
      handOver(operation, CommandTicket.current)
    }
  }

  /// The position of the space, as this process knows it.
  ///
  /// Later queries are answered from this state or a newer one; ``SpaceAdvanced`` reports when it
  /// grows.
  public func position() async throws -> SpacePosition {
    try await perform { PositionOperation($0) }
  }

  /// Merges facts that were made elsewhere; those that are already here are skipped.
  ///
  /// - Returns: how many were new, and the signals of what they made newly true today.
  @discardableResult
  public func merge(_ facts: [FactRecord]) async throws -> Outcome<Int> {
    var facts: [FactRecord]? = facts
    return try await merge(pages: { facts.take() })
  }

  /// Merges facts page by page, each page in a transaction of its own.
  ///
  /// Modules summarize what is new after the last page.
  ///
  /// - Parameter next: the next page; nil at the end.
  /// - Returns: how many were new, and the signals of what they made newly true today.
  /// - Throws: ``InterruptedMerge`` when some pages were added before an error.
  public func merge(
    pages next: () throws -> [FactRecord]?
  ) async throws -> Outcome<Int> {
    var added = 0
    var signals: [any Signal] = []
    do {
      var following = try next()
      while let facts = following {
        following = try next()
        let page = MergePage(
          facts: facts,
          isLast: following == nil,
          hasAddedBefore: added > 0
        )
        let outcome = try await runtime.merge(page, into: space)
        added += outcome.reply
        signals += outcome.signals
      }
    } catch {
      throw added > 0 ? InterruptedMerge(added: added, cause: error) : error
    }
    return Outcome(reply: added, signals: signals)
  }

  /// Stores what a sync brings in one transaction: facts, the verdicts about them, and its state.
  ///
  /// Facts that are already here are skipped, and the verdicts about them are applied.
  ///
  /// - Parameters:
  ///   - facts: those that were made elsewhere.
  ///   - isLast: whether this is the last page, so that modules summarize what is new.
  /// - Returns: how many were new, and the signals of what they made newly true today.
  /// - Throws: `JournalError`; nothing was stored then, unless it is
  ///   ``JournalError/Code/unconfirmed``.
  @discardableResult
  public func synchronize(
    _ facts: [FactRecord],
    page: SyncPage,
    isLast: Bool
  ) async throws -> Outcome<Int> {
    try await runtime.synchronize(Arrival(facts, page, isLast: isLast), in: space)
  }

  /// Makes facts of this program under another identity from now on (``Runtime/adopt(_:)``).
  public func adopt(_ device: DeviceID) async { await runtime.adopt(device) }

  /// Hands an operation over to the loop and awaits its answer.
  private func perform<Answer: Sendable>(
    _ make: (@escaping (Result<Answer, any Error>) -> Void) -> EngineOperation
  ) async throws -> Answer {
    // Unsafe means without the check for a single resume, which would be a tenth of the cost of a
    // query: an operation is completed exactly once by its type (``TypedOperation``).
    try await withUnsafeThrowingContinuation { continuation in
      handOver(make { continuation.resume(with: $0) })
    }
  }

  /// Hands an operation over to the loop.
  ///
  /// - Parameter made: an operation that the caller does not use again until it is completed.
  private func handOver(_ made: EngineOperation, _ ticket: CommandTicket? = nil) {
    let (runtime, space) = (runtime, space)
    made.claim = claim
    made.room = room
    made.ticket = ticket
    let operation = Transferred(givenAway: made)
    LoopActor.loop.submit { runtime.spaces.submit(operation.take(), to: space) }
  }
}
