import Core

/// A journal that also stores how its spaces are synchronized.
///
/// The sync state is written by appends (``AppendRequest/sync``), in the transaction of their
/// facts.
public protocol SyncStore: Journal {
  /// Answers at once, from one state of the journal, what a decision about the space has to know.
  func standing(
    of space: SpaceID,
    for question: SyncQuestion
  ) async throws(JournalError) -> SyncStanding

  /// The state that was stored last; nil for a space that was never synchronized.
  func syncState(of space: SpaceID) async throws(JournalError) -> [UInt8]?

  /// The entries after `position` in the order of the server, at most `limit`.
  func entries(
    in space: SpaceID,
    after position: Int,
    limit: Int
  ) async throws(JournalError) -> [SyncEntry]

  /// The entries of an author after `number`, in order, at most `limit`.
  func entries(
    in space: SpaceID,
    of author: DeviceID,
    after number: Int,
    limit: Int
  ) async throws(JournalError) -> [SyncEntry]

  /// The entries under which these facts came into the space, without aliases.
  ///
  /// If a fact was numbered here too, and is not yet known to have come from elsewhere, this is the
  /// entry with a position.
  func entries(
    in space: SpaceID,
    for facts: [FactID]
  ) async throws(JournalError) -> [FactID: SyncEntry]

  /// The facts with these ids that are in the space.
  func records(
    of facts: [FactID],
    in space: SpaceID
  ) async throws(JournalError) -> [FactID: FactRecord]

  /// The facts in the space that erased these entities.
  func erasures(
    of entities: [EntityID],
    in space: SpaceID
  ) async throws(JournalError) -> [EntityID: FactRecord]

  /// When these facts were made here, for those without a verdict.
  func bootTimes(
    of facts: [FactID],
    in space: SpaceID
  ) async throws(JournalError) -> [FactID: BootTime]

  /// The timestamps, among these, with which a fact of their device counts according to an entry.
  func taken(
    _ stamps: Set<HybridTimestamp>,
    in space: SpaceID
  ) async throws(JournalError) -> Set<HybridTimestamp>

  /// The storage that the facts of a space use, by kind; reads the whole space.
  func usage(of space: SpaceID) async throws(JournalError) -> SpaceUsage
}

/// The storage that the facts of a space use.
public struct SpaceUsage: Sendable, Equatable {
  /// The storage that the facts of one kind use.
  public struct Kind: Sendable, Equatable {
    public var facts: Int
    /// The size of the payloads that are not erased.
    public var bytes: Int

    public init(facts: Int = 0, bytes: Int = 0) {
      self.facts = facts
      self.bytes = bytes
    }
  }

  public private(set) var kinds: [String: Kind]

  public init(kinds: [String: Kind] = [:]) { self.kinds = kinds }

  /// The number of facts that the person made; a server's amendments are not counted.
  public var facts: Int { sum { $0.facts } }

  /// The size of their payloads that are not erased.
  public var bytes: Int { sum { $0.bytes } }

  private func sum(_ number: (Kind) -> Int) -> Int {
    kinds.reduce(0) { $1.key == Amendment.kind ? $0 : $0 + number($1.value) }
  }

  /// Counts one more fact.
  public mutating func add(_ fact: FactRecord) {
    kinds[fact.kind, default: Kind()].facts += 1
    kinds[fact.kind, default: Kind()].bytes += fact.payload?.count ?? 0
  }
}
