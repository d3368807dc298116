import Core
import Journals
import Locks
import Sync

/// Answers the devices of many spaces, over one journal.
///
/// It works on the journal directly: a server opens no space to accept a push, and has no modules
/// for a sealed space. Requests for one space run one after the other. Those for different spaces
/// run concurrently and share the journal's transactions.
public final class ServerReplicator: Sendable {
  /// What a replicator works with.
  public struct Configuration: Sendable {
    public var journal: any SyncStore
    /// Signs what is pulled; nil signs nothing.
    public var signer: ReceiptSigner?
    public var clock: any WallClock = SystemClock()
    /// The identity of this process, under which it numbers what is made on the server.
    ///
    /// It changes with each start: a server that was restored has forgotten which numbers it used.
    public var node: DeviceID
    /// The number of spaces whose state is kept in memory.
    public var cachedSpaces = 1000
    /// The greatest number of requests that wait for a space.
    public var depth = 16
    /// Called with erasing facts before they are stored, to keep them outside of the backups.
    public var willErase: @Sendable (SpaceID, [ErasedFact]) async throws -> Void = { _, _ in }
    /// Called with a space that has grown, for example to refresh a runtime that has it open.
    public var didAppend: @Sendable (SpaceID) async -> Void = { _ in }

    public init(journal: any SyncStore) {
      self.journal = journal
      var generator = SystemRandomNumberGenerator()
      node = .random(using: &generator)
    }
  }

  let configuration: Configuration
  let cache: SpaceCache
  private let queue: SpaceQueue
  private let clock = Locked(HybridClock())
  private let listeners = SharedLocked<[SpaceID: Broadcast<Int>]>([:])

  public init(_ configuration: Configuration) {
    self.configuration = configuration
    cache = SpaceCache(limit: configuration.cachedSpaces)
    queue = SpaceQueue(depth: configuration.depth)
  }

  /// An answer, and what is doubtful about the request.
  public struct Reply: Sendable {
    /// What a device asked for.
    public enum Kind: String, Sendable {
      case pull
      case push
      case offer

      init(_ request: SyncRequest) {
        switch request {
        case .pull: self = .pull
        case .push: self = .push
        case .offer: self = .offer
        }
      }
    }

    public let kind: Kind
    /// The document for the device.
    public let document: [UInt8]
    public let flags: [SyncFlag]
    /// The number of facts that are new.
    public let added: Int
  }

  /// Answers a document from a device of this space; what it contains is on disk then.
  ///
  /// - Throws: `SyncWire.Fault` for a document that is not a request; ``SpaceFull``; ``SpaceBusy``;
  ///   `JournalError`; `CancellationError` if the caller gave up. Nothing was stored then.
  public func answer(
    _ document: [UInt8],
    in space: SpaceID,
    rules: any SyncRules
  ) async throws -> Reply {
    let call = try SyncWire.call(document)
    let decided = try await alone(with: space, asking: SyncQuestion(about: call.request)) { work in
      try await RequestWork(call, rules, work).run()
    }
    if decided.grows { await configuration.didAppend(space) }
    return Reply(
      kind: Reply.Kind(call.request),
      document: try SyncWire.bytes(of: decided.answer),
      flags: decided.flags,
      added: decided.added
    )
  }

  /// Numbers the facts that were made on the server itself, so that devices receive them.
  ///
  /// Every request does this too.
  public func numberOwn(in space: SpaceID) async throws {
    let grows = try await alone(with: space) { work in
      try await work.numberOwn()
      return work.added > 0
    }
    if grows { await configuration.didAppend(space) }
  }

  /// The number of attempts to decide again after others wrote first.
  private static let attempts = 10

  /// Works on a space while nothing else in this process does.
  ///
  /// - Parameter question: what has to be known of the space.
  func alone<T: Sendable>(
    with space: SpaceID,
    asking question: SyncQuestion = SyncQuestion(),
    _ body: @escaping @Sendable (SpaceWork) async throws -> T
  ) async throws -> T {
    try await queue.run(space) { [self] in
      for _ in 0..<ServerReplicator.attempts {
        do {
          return try await body(try await SpaceWork(space, for: question, of: self))
        } catch {
          cache[space] = nil
          guard error is SpaceWork.Conflict else { throw error }
        }
      }
      throw SpaceBusy()
    }
  }

  /// The row of an amendment.
  func record(of amendment: Amendment, _ now: Instant) throws -> FactRecord {
    let time = clock.withLock { $0.tick(now: now) }
    let random = UInt64.random(in: 0 ... .max)
    return try amendment.record(
      id: FactID(rawValue: UInt128(time.rawValue) << 64 | UInt128(random)),
      stamp: HybridTimestamp(clock: time, device: configuration.node)
    )
  }

  // MARK: Hints

  /// The last position of a space, from now on: each time this process has added to it, or was told
  /// of another that has (``noteGrowth(of:)``).
  public func heads(in space: SpaceID) -> AsyncStream<Int> {
    // In one step: whoever stops listening in between takes away a broadcast without listeners.
    listeners.withLock { [listeners] all -> AsyncStream<Int> in
      let listener = all[space] ?? Broadcast()
      all[space] = listener
      return listener.stream {
        listeners.withLock { all in
          if all[space]?.isEmpty ?? false { all[space] = nil }
        }
      }
    }
  }

  /// Publishes to the listeners of a space what another node of the server has added.
  public func noteGrowth(of space: SpaceID) async throws {
    guard listeners.withLock({ $0[space] }) != nil else { return }
    let position = try await alone(with: space) { $0.known.state.head.position }
    publish(position, in: space)
  }

  func publish(_ position: Int, in space: SpaceID) {
    listeners.withLock { $0[space] }?.send(position)
  }
}
