import Core

/// What a decision about the sync of a space has to know, asked at once.
public struct SyncQuestion: Sendable {
  /// Facts that may be in the space.
  public var facts: [FactID] = []
  /// Some of the entries that an author has numbered.
  public var numbers: Numbers?
  /// Timestamps that may already be taken by other facts.
  public var stamps: Set<HybridTimestamp> = []

  /// The entries of an author after a number, up to a limit.
  public struct Numbers: Sendable {
    public let author: DeviceID
    public let after: Int
    public let limit: Int

    public init(author: DeviceID, after: Int, limit: Int) {
      self.author = author
      self.after = after
      self.limit = limit
    }
  }

  public init() {}
}

/// The sync state of a space as of one state of its journal, whatever is written in the meantime.
public struct SyncStanding: Sendable, Equatable {
  /// The last row of the journal; 0 if the space has none.
  public var head = 0
  /// The state that was stored last; nil for a space that was never synchronized.
  public var state: [UInt8]?
  /// The requested facts that are in the space.
  public var known: Set<FactID> = []
  /// The entries of those facts, as `SyncStore.entries(in:for:)` finds them.
  public var entries: [FactID: SyncEntry] = [:]
  /// The entries of the author, in order.
  public var numbered: [SyncEntry] = []
  /// The requested timestamps with which a fact of their device counts, according to an entry.
  public var taken: Set<HybridTimestamp> = []

  public init() {}
}
