import Core

/// A permanent store of facts.
///
/// All implementations follow the same contract and pass the same test suite. The store may be
/// remote: each call is asynchronous, and the store decides on which of its threads or sockets it
/// waits. All errors are of type ``JournalError``; after an error, nothing of that call was kept,
/// unless its code is ``JournalError/Code/unconfirmed``: then it may have been kept.
public protocol Journal: Sendable {
  /// Appends to any number of spaces in one durable transaction.
  ///
  /// A space whose head or sync state (``SyncChange/replaces``) differs from the one that its
  /// append expects gets ``AppendResult/conflict(head:)`` and none of its rows; other spaces are
  /// not affected. Two appends to the same space in one batch must follow each other in order. A
  /// fact whose id is already in the space is skipped, so that delivering it twice changes nothing;
  /// the resulting head shows this. When this returns, the appended facts survive a loss of power.
  func append(_ batch: [AppendRequest]) async throws(JournalError) -> [AppendResult]

  /// The rows after `sequence` in order, at most `limit`.
  func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  ) async throws(JournalError) -> JournalPage

  /// The amendments of a space, in order: the last one for a fact counts.
  func amendments(of space: SpaceID) async throws(JournalError) -> [Amendment.Row]

  /// The ids among `facts` that are already in the space.
  func known(_ facts: [FactID], in space: SpaceID) async throws(JournalError) -> Set<FactID>

  /// The newest usable snapshot of the module set `set` that does not reach beyond row `last`.
  ///
  /// A snapshot is usable if it still matches the journal that it was made from.
  func snapshot(
    of space: SpaceID,
    set: UInt64,
    upTo last: Int
  ) async throws(JournalError) -> Snapshot?

  /// Stores a snapshot, replacing older ones of its set; keeps at most four sets per space.
  ///
  /// An erasing fact, and an amendment of a fact that is already in the journal, drop all snapshots
  /// of their space; a snapshot made before that is not stored, since it contains what no longer
  /// counts. Snapshots of spaces without facts are not stored either.
  func keep(_ snapshot: Snapshot) async throws(JournalError)

  /// Claims alarms that are due at `now`, earliest first.
  ///
  /// Others cannot claim them until the lease ends. The claimant ends an alarm with an append that
  /// contains ``AlarmChange/init(ending:)``; an alarm that has not ended by the end of the lease
  /// may be claimed again.
  func claimAlarms(_ claim: AlarmClaim) async throws(JournalError) -> [Alarm]

  /// The instant at which the next alarm of these modules is due.
  ///
  /// For an alarm that any process has claimed, it is the end of the lease.
  func nextAlarm(of modules: Set<String>) async throws(JournalError) -> Instant?

  /// The alarms that are set in a space, claimed or not.
  func alarms(of space: SpaceID) async throws(JournalError) -> Set<Alarm>

  /// A stream of spaces that others wrote to, with their new heads, as they become known here.
  ///
  /// These are hints: several writes may be reported as one, and after a lost connection every head
  /// that may have changed is reported again. The stream ends when its consumer stops. Writes
  /// before this returns are not reported: listen first, then read.
  func heads() async throws(JournalError) -> AsyncStream<SpaceHead>

  func spaces() async throws(JournalError) -> [SpaceID]

  /// Removes a whole space: facts, snapshots and alarms.
  func erase(_ space: SpaceID) async throws(JournalError)
}

/// The last position of a space.
public struct SpaceHead: Sendable, Equatable {
  public let space: SpaceID
  /// The sequence number of its last fact.
  public let sequence: Int

  public init(space: SpaceID, sequence: Int) {
    self.space = space
    self.sequence = sequence
  }
}

/// Which alarms to claim, and for how long.
public struct AlarmClaim: Sendable {
  /// Alarms that are due by this time are claimed.
  public let now: Instant
  /// The end of the lease.
  public let until: Instant
  /// Only alarms of these modules are claimed; only they count towards the limit.
  public let modules: Set<String>
  public let limit: Int

  public init(now: Instant, until: Instant, modules: Set<String>, limit: Int) {
    self.now = now
    self.until = until
    self.modules = modules
    self.limit = limit
  }
}

/// Facts for one space and the alarms they set, which are stored completely or not at all.
public struct AppendRequest: Sendable {
  public let space: SpaceID
  /// The sequence number of the last row that the writer knows; 0 for an empty space.
  public let after: Int
  public let facts: [FactRecord]
  public let alarms: [AlarmChange]
  /// The changes to the sync state of the space, in order.
  public let sync: [SyncChange]
  /// When the facts that were made here were made.
  ///
  /// It is called, and its result kept, only for a space that is synchronized.
  public let made: @Sendable () -> [FactID: BootTime]
  /// The attempts at commands that make this change; only a journal that nodes share records them.
  public let tickets: [CommandTicket]

  public init(
    space: SpaceID,
    after: Int,
    facts: [FactRecord],
    alarms: [AlarmChange] = [],
    sync: [SyncChange] = [],
    tickets: [CommandTicket] = [],
    made: @autoclosure @escaping @Sendable () -> [FactID: BootTime] = [:]
  ) {
    self.space = space
    self.after = after
    self.facts = facts
    self.alarms = alarms
    self.sync = sync
    self.tickets = tickets
    self.made = made
  }

  /// Whether there is nothing to store.
  public var isEmpty: Bool { facts.isEmpty && alarms.isEmpty && sync.isEmpty }
}

/// The result of one space's part of a batch.
public enum AppendResult: Sendable, Equatable {
  /// All rows are on disk; `head` is the last of them.
  case appended(head: Int)
  /// Another process wrote first: read the new rows and decide again.
  case conflict(head: Int)
  /// Other attempts at commands of these names are recorded, so nothing was stored.
  case superseded(commands: [[UInt8]])
}

/// A fact at its place in the journal of a space.
public struct JournalRow: Sendable, Equatable {
  /// 1 for the first row of a space, without gaps.
  public let sequence: Int
  /// The fact, with the hash of its payload as it was stored.
  public internal(set) var fact: FactRecord
  /// The hash of the previous row and all of this row except the payload's bytes.
  public let chainHash: Digest

  public init(sequence: Int, fact: FactRecord, chainHash: Digest) {
    self.sequence = sequence
    self.fact = fact
    self.chainHash = chainHash
  }
}

/// Consecutive rows, and the head of the space's journal.
public struct JournalPage: Sendable, Equatable {
  public let rows: [JournalRow]
  public let head: Int

  public init(rows: [JournalRow], head: Int) {
    self.rows = rows
    self.head = head
  }
}

/// The folded states of one space at one position in its journal.
///
/// The journal stores the chain hash of that position with it, so that a snapshot does not match a
/// journal that was replaced.
public struct Snapshot: Sendable, Equatable {
  /// The number of module sets for which a journal keeps snapshots, in each space.
  public static let setsKept = 4

  public let space: SpaceID
  /// Identifies the modules whose states these are, with their fold versions.
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

/// An instant at which a module is to be woken.
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

/// Sets, moves or cancels an alarm.
public struct AlarmChange: Sendable, Hashable {
  public let module: String
  public let key: AlarmKey
  /// Nil cancels the alarm.
  public let at: Instant?
  /// If `at` is nil: the alarm is cancelled only if it is still set for this instant.
  ///
  /// An alarm that was moved in the meantime is therefore not lost.
  public let ended: Instant?

  public init(module: String, key: AlarmKey, at: Instant?) {
    self.module = module
    self.key = key
    self.at = at
    ended = nil
  }

  /// Ends an alarm that was due and has been handled.
  public init(ending alarm: Alarm) {
    module = alarm.module
    key = alarm.key
    at = nil
    ended = alarm.at
  }
}
