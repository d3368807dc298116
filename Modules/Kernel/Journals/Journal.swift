import Core

/// Where facts are kept for good.
///
/// One contract, several stores; every implementation passes the same suite of tests.
///
/// The store may be far away: each call is asynchronous, and the store decides on which of its
/// threads or sockets it waits. Every throw is a ``JournalError``; after one, nothing of that call
/// was kept.
public protocol Journal: Sendable {
  /// Appends to any number of spaces in one durable transaction.
  ///
  /// A space whose head is not where its append expects it gets ``AppendResult/conflict(head:)``
  /// and none of its rows; the other spaces are not held up by it. Two appends to one space in one
  /// batch count on each other in order. A fact whose id the space has already is skipped, so
  /// that delivering twice changes nothing; the head tells. When this returns, what was appended
  /// survives a loss of power.
  func append(_ batch: [Append]) async throws(JournalError) -> [AppendResult]

  /// Rows after `sequence` in order, at most `limit`.
  func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  ) async throws(JournalError) -> JournalPage

  /// Which of `facts` are here already.
  func known(_ facts: [FactID], in space: SpaceID) async throws(JournalError) -> Set<FactID>

  /// The newest snapshot that was made with the module set `set` and still fits what it was made
  /// from, if it does not reach beyond row `last`.
  func snapshot(
    of space: SpaceID,
    set: UInt64,
    upTo last: Int
  ) async throws(JournalError) -> Snapshot?

  /// Keeps a snapshot in place of older ones of its set, and at most four sets per space.
  ///
  /// An erasing fact drops all snapshots of its space, and one made before it is not kept: it
  /// may hold what was erased. Nor is one kept of a space that has no facts.
  func keep(_ snapshot: Snapshot) async throws(JournalError)

  /// Claims alarms that are due at `now`, earliest first: nobody else is given them before the
  /// lease ends.
  ///
  /// Whoever claimed one ends it by an append that says so (``AlarmChange/init(ending:)``); one that
  /// is not ended by then may be claimed again.
  func claimAlarms(_ claim: AlarmClaim) async throws(JournalError) -> [Alarm]

  /// When the next alarm of these modules is due, whoever has claimed it; for one that is claimed,
  /// when the claim ends.
  func nextAlarm(of modules: Set<String>) async throws(JournalError) -> Instant?

  /// The spaces that others wrote to, each with its new head, as it becomes known here.
  ///
  /// A hint: several writes may be told as one, and after a lost connection every head that is not
  /// known to be the same is told anew. Ends when the listener stops listening. What was written
  /// before this returns is not told: listen first, then read.
  func heads() async throws(JournalError) -> AsyncStream<SpaceHead>

  func spaces() async throws(JournalError) -> [SpaceID]

  /// Removes a whole space: facts, snapshots, alarms.
  func erase(_ space: SpaceID) async throws(JournalError)
}

/// How far a space is.
public struct SpaceHead: Sendable, Equatable {
  public let space: SpaceID
  /// The sequence number of its last fact.
  public let sequence: Int

  public init(space: SpaceID, sequence: Int) {
    self.space = space
    self.sequence = sequence
  }
}

/// Who wants which alarms, and for how long.
public struct AlarmClaim: Sendable {
  /// What is due by then is claimed.
  public let now: Instant
  /// Until when nobody else is given them.
  public let until: Instant
  /// Only alarms of these modules, which alone count towards the limit.
  public let modules: Set<String>
  public let limit: Int

  public init(now: Instant, until: Instant, modules: Set<String>, limit: Int) {
    self.now = now
    self.until = until
    self.modules = modules
    self.limit = limit
  }
}

/// Facts for one space, and the alarms they set, all kept or none.
public struct Append: Sendable {
  public let space: SpaceID
  /// The sequence number of the last row the writer knows of; 0 in an empty space.
  public let after: Int
  public let facts: [NewFact]
  public let alarms: [AlarmChange]

  public init(space: SpaceID, after: Int, facts: [NewFact], alarms: [AlarmChange] = []) {
    self.space = space
    self.after = after
    self.facts = facts
    self.alarms = alarms
  }
}

/// A fact on its way into a journal.
public struct NewFact: Sendable {
  public let id: FactID
  public let stamp: HybridTimestamp
  public let kind: String
  public let version: Int
  public let entity: EntityID?
  /// The exact bytes that are kept and hashed; nil when they were erased before they came here.
  public let payload: [UInt8]?
  /// For an erased payload the hash it had; otherwise nil and computed.
  public let payloadHash: Digest?
  /// Whether this fact blanks the payloads of all facts about its entity that do not erase
  /// themselves, those that are here and those still to come.
  public let erases: Bool

  public init(
    id: FactID,
    stamp: HybridTimestamp,
    kind: String,
    version: Int,
    entity: EntityID?,
    payload: [UInt8]?,
    payloadHash: Digest? = nil,
    erases: Bool = false
  ) {
    self.id = id
    self.stamp = stamp
    self.kind = kind
    self.version = version
    self.entity = entity
    self.payload = payload
    self.payloadHash = payloadHash
    self.erases = erases
  }

  /// The hash of the payload's bytes, or the hash it had before it was erased.
  public var hashOfPayload: Digest {
    if let payload { return Digest.of(payload) }
    return payloadHash ?? .start
  }
}

/// What became of one space's part of a batch.
public enum AppendResult: Sendable, Equatable {
  /// All rows are on disk; the head is the last of them.
  case appended(head: Int)
  /// Somebody else wrote first: read after what you know and decide again.
  case conflict(head: Int)
}

/// One fact as the journal keeps it.
public struct JournalRow: Sendable, Equatable {
  /// 1 for the first row of a space, without gaps.
  public let sequence: Int
  public let id: FactID
  public let stamp: HybridTimestamp
  public let kind: String
  public let version: Int
  public let entity: EntityID?
  /// Nil once erased.
  public let payload: [UInt8]?
  public let payloadHash: Digest
  /// Hash over the row before and everything of this row but the payload's bytes.
  public let chainHash: Digest

  public init(
    sequence: Int,
    id: FactID,
    stamp: HybridTimestamp,
    kind: String,
    version: Int,
    entity: EntityID?,
    payload: [UInt8]?,
    payloadHash: Digest,
    chainHash: Digest
  ) {
    self.sequence = sequence
    self.id = id
    self.stamp = stamp
    self.kind = kind
    self.version = version
    self.entity = entity
    self.payload = payload
    self.payloadHash = payloadHash
    self.chainHash = chainHash
  }
}

/// A run of rows and where the space's journal ends.
public struct JournalPage: Sendable, Equatable {
  public let rows: [JournalRow]
  public let head: Int

  public init(rows: [JournalRow], head: Int) {
    self.rows = rows
    self.head = head
  }
}

/// The folded states of one space at one place in its journal.
///
/// The journal keeps the chain hash of that place beside it: a snapshot of a journal that was
/// replaced meanwhile does not match.
public struct Snapshot: Sendable, Equatable {
  /// How many sets of modules a journal keeps snapshots for, in each space.
  public static let setsKept = 4

  public let space: SpaceID
  /// Identifies the modules, and their fold versions, whose states these are.
  public let set: UInt64
  public let sequence: Int
  public let bytes: [UInt8]

  public init(space: SpaceID, set: UInt64, sequence: Int, bytes: [UInt8]) {
    self.space = space
    self.set = set
    self.sequence = sequence
    self.bytes = bytes
  }
}

/// A moment at which a module wants to be woken.
public struct Alarm: Sendable, Hashable {
  public let space: SpaceID
  public let module: String
  public let key: AlarmKey
  public let at: Instant

  public init(space: SpaceID, module: String, key: AlarmKey, at: Instant) {
    self.space = space
    self.module = module
    self.key = key
    self.at = at
  }
}

/// Sets, moves or takes back an alarm.
public struct AlarmChange: Sendable, Hashable {
  public let module: String
  public let key: AlarmKey
  /// Nil takes the alarm back.
  public let at: Instant?
  /// With `at` nil: only an alarm that is still set for this instant is taken back, so that one
  /// which was moved meanwhile is not lost.
  public let ended: Instant?

  public init(module: String, key: AlarmKey, at: Instant?) {
    self.module = module
    self.key = key
    self.at = at
    ended = nil
  }

  /// Ends an alarm that was due and has been dealt with.
  public init(ending alarm: Alarm) {
    module = alarm.module
    key = alarm.key
    at = nil
    ended = alarm.at
  }
}
