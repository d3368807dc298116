import Core

/// Where facts are kept for good.
///
/// One contract, several stores; every implementation passes the same suite of tests.
///
/// All calls block and may be made from any thread; the runtime makes them off the loop.
/// Every throw is a ``JournalError``; after one, nothing of that call was kept.
public protocol Journal: Sendable {
  /// Appends to any number of spaces in one durable transaction.
  ///
  /// A space whose head is not where its append expects it gets ``AppendResult/conflict(head:)``
  /// and none of its rows; the other spaces are not held up by it. Two appends to one space in one
  /// batch count on each other in order. A fact whose id the space has already is skipped, so
  /// that delivering twice changes nothing; the head tells. When this returns, what was appended
  /// survives a loss of power.
  func append(_ batch: [Append]) throws(JournalError) -> [AppendResult]

  /// Rows after `sequence` in order, at most `limit`.
  func read(_ space: SpaceID, after sequence: Int, limit: Int) throws(JournalError) -> JournalPage

  /// Which of `facts` are here already.
  func known(_ facts: [FactID], in space: SpaceID) throws(JournalError) -> Set<FactID>

  /// The newest snapshot that was made with the module set `set`.
  func snapshot(of space: SpaceID, set: UInt64) throws(JournalError) -> Snapshot?

  /// Keeps a snapshot in place of older ones of its set, and at most four sets per space.
  ///
  /// An erasing fact drops all snapshots of its space, and one made before it is not kept: it
  /// may hold what was erased. Nor is one kept of a space that has no facts.
  func keep(_ snapshot: Snapshot) throws(JournalError)

  /// Alarms that are due at `now`, earliest first.
  func alarms(dueAt now: Instant, limit: Int) throws(JournalError) -> [Alarm]

  /// When the next alarm of any space is due.
  func nextAlarm() throws(JournalError) -> Instant?

  /// The identity under which this copy makes stamps; made at the first call.
  func device() throws(JournalError) -> DeviceID

  func spaces() throws(JournalError) -> [SpaceID]

  /// Removes a whole space: facts, snapshots, alarms.
  func erase(_ space: SpaceID) throws(JournalError)
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
  public let stamp: Stamp
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
    stamp: Stamp,
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
  public let stamp: Stamp
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
    stamp: Stamp,
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
public struct Snapshot: Sendable, Equatable {
  /// How many sets of modules a journal keeps snapshots for, in each space.
  public static let setsKept = 4

  public let space: SpaceID
  /// Identifies the modules, and their fold versions, whose states these are.
  public let set: UInt64
  public let sequence: Int
  /// The chain hash of row `sequence`: a journal that was replaced does not match.
  public let chainHash: Digest
  public let bytes: [UInt8]

  public init(space: SpaceID, set: UInt64, sequence: Int, chainHash: Digest, bytes: [UInt8]) {
    self.space = space
    self.set = set
    self.sequence = sequence
    self.chainHash = chainHash
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

/// Sets, moves or (with nil) takes back an alarm.
public struct AlarmChange: Sendable, Hashable {
  public let module: String
  public let key: AlarmKey
  public let at: Instant?

  public init(module: String, key: AlarmKey, at: Instant?) {
    self.module = module
    self.key = key
    self.at = at
  }
}
