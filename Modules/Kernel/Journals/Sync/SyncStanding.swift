import Core

/// What somebody who decides about the sync of a space wants to know of it at once.
public struct SyncQuestion: Sendable {
  /// Facts that may be in the space.
  public var facts: [FactID] = []
  /// A part of what an author has numbered.
  public var numbers: Numbers?
  /// Timestamps with which facts may count.
  public var stamps: Set<HybridTimestamp> = []

  /// The entries of an author after a number, at most so many.
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

/// Where the sync of a space is: one state of its journal, whatever is written meanwhile.
public struct SyncStanding: Sendable, Equatable {
  /// The last row of the journal; 0 if the space has none.
  public var head = 0
  /// The state that was stored last; nil for a space that was never synchronized.
  public var state: [UInt8]?
  /// Those of the facts that are in the space.
  public var known: Set<FactID> = []
  /// The entries of those facts, as `SyncStore.entries(in:for:)` finds them.
  public var entries: [FactID: SyncEntry] = [:]
  /// The entries of the author, in order.
  public var numbered: [SyncEntry] = []
  /// Those of the timestamps with which a fact of their device counts, according to an entry.
  public var taken: Set<HybridTimestamp> = []

  public init() {}
}
