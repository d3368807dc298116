import Core
import Journals
import Locks
import Sync

/// Answers the devices of many spaces, over one journal.
///
/// It works on the journal directly: a server opens no space to take a push, and of a sealed space it
/// knows no module. Requests for one space come one after the other, those for different spaces run
/// beside each other and share the journal's transactions.
public final class ServerReplicator: Sendable {
  /// What it works with.
  public struct Parts: Sendable {
    public var journal: any SyncStore
    /// Signs what is pulled; nil signs nothing.
    public var signer: ReceiptSigner?
    public var clock: any WallClock = SystemClock()
    /// The identity of this process, under which it numbers what is made on the server.
    ///
    /// Another one after each start: a server that was restored has forgotten its numbers.
    public var node: DeviceID
    /// The number of spaces whose state is kept in memory.
    public var cachedSpaces = 1000
    /// The number of requests that wait for a space.
    public var depth = 16
    /// Is told of facts that erase others before they are stored, to keep them outside of the backups.
    public var willErase: @Sendable (SpaceID, [ErasedFact]) async throws -> Void = { _, _ in }
    /// Is told of a space that has grown, such as to refresh a runtime that has it open.
    public var didAppend: @Sendable (SpaceID) async -> Void = { _ in }

    public init(journal: any SyncStore) {
      self.journal = journal
      var generator = SystemRandomNumberGenerator()
      node = .random(using: &generator)
    }
  }

  let parts: Parts
  let cache: SpaceCache
  private let queue: SpaceQueue
  private let appends: SharedAppends
  private let clock = Locked(HybridClock())
  private let listeners = SharedLocked<[SpaceID: Broadcast<Int>]>([:])

  public init(_ parts: Parts) {
    self.parts = parts
    cache = SpaceCache(limit: parts.cachedSpaces)
    queue = SpaceQueue(depth: parts.depth)
    appends = SharedAppends(parts.journal)
  }

  /// An answer, and what is doubted about the request.
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

  /// Answers a document of a device of this space; what it brings is on disk then.
  ///
  /// - Throws: `SyncWire.Fault` for what is no request; ``SpaceFull``; ``SpaceBusy``; `JournalError`;
  ///   `CancellationError` if the caller gave up. Nothing was taken then.
  public func answer(
    _ document: [UInt8],
    in space: SpaceID,
    rules: any SyncRules
  ) async throws -> Reply {
    let call = try SyncWire.call(document)
    let decided = try await alone(with: space, asking: SyncQuestion(about: call.request)) { work in
      try await RequestWork(call, rules, work).run()
    }
    if decided.grows { await parts.didAppend(space) }
    return Reply(
      kind: Reply.Kind(call.request),
      document: try SyncWire.bytes(of: decided.answer),
      flags: decided.flags,
      added: decided.added
    )
  }

  /// Gives numbers to what was made on the server itself, so that devices are told of it.
  ///
  /// Every request does so too.
  public func numberOwn(in space: SpaceID) async throws {
    let grows = try await alone(with: space) { work in
      try await work.numberOwn()
      return work.added > 0
    }
    if grows { await parts.didAppend(space) }
  }

  /// How often it is decided anew after others wrote first.
  private static let attempts = 10

  /// Works on a space while nobody else of this process does.
  ///
  /// - Parameter question: what is to be known of the space.
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

  func append(_ request: AppendRequest) async throws -> AppendResult {
    try await appends.append(request)
  }

  /// The row with an amendment.
  func record(of amendment: Amendment, _ now: Instant) throws -> FactRecord {
    let time = clock.withLock { $0.tick(now: now) }
    let random = UInt64.random(in: 0 ... .max)
    return try amendment.record(
      id: FactID(rawValue: UInt128(time.rawValue) << 64 | UInt128(random)),
      stamp: HybridTimestamp(clock: time, device: parts.node)
    )
  }

  // MARK: Hints

  /// The last position of a space, whenever this process has added to it, from now on.
  public func heads(in space: SpaceID) -> AsyncStream<Int> {
    let listener = listeners.withLock { listeners in
      let listener = listeners[space] ?? Broadcast()
      listeners[space] = listener
      return listener
    }
    return listener.stream { [listeners] in
      listeners.withLock { listeners in
        if listeners[space]?.isEmpty ?? false { listeners[space] = nil }
      }
    }
  }

  func tell(_ position: Int, in space: SpaceID) {
    listeners.withLock { $0[space] }?.send(position)
  }
}
