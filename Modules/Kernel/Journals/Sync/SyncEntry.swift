import Core

/// A fact's number and its position in the order of a server.
public struct SyncEntry: Sendable, Hashable {
  /// The identity under which the fact was numbered.
  public let author: DeviceID
  /// 1 for the first fact of the author, without gaps.
  public let number: Int
  public let fact: FactID
  /// Whether the fact was already in the space under another number.
  public var isAlias: Bool
  /// The position in the server's order, 1 for the first entry of a space; nil while unknown here.
  public var position: Int?
  /// Nil while it is unknown here.
  public var verdict: SyncVerdict?
  /// When the server received the fact; nil while unknown here.
  public var received: Instant?
  /// The first 64 bits of the hash of the server's order up to here.
  ///
  /// 0 without a position, and on devices unless they store facts in another form than they send.
  public var tag: UInt64
  /// The latest clock reading from elsewhere that the author had seen when it numbered the fact.
  public var floor: HybridTime

  public init(
    author: DeviceID,
    number: Int,
    fact: FactID,
    isAlias: Bool = false,
    position: Int? = nil,
    verdict: SyncVerdict? = nil,
    received: Instant? = nil,
    tag: UInt64 = 0,
    floor: HybridTime = HybridTime(rawValue: 0)
  ) {
    self.author = author
    self.number = number
    self.fact = fact
    self.isAlias = isAlias
    self.position = position
    self.verdict = verdict
    self.received = received
    self.tag = tag
    self.floor = floor
  }
}

/// A change to the sync state of a space, stored together with the facts of an append.
public struct SyncChange: Sendable, Equatable {
  /// The new state of the sync.
  public var state: [UInt8]
  /// The state that must still be stored, so that what was decided on top of it is valid.
  ///
  /// If another one is stored, the append is a conflict. Nil replaces any state.
  public var replaces: [UInt8]?
  /// Whether it was decided in the belief that all it adds is new, without looking.
  ///
  /// The append is a conflict if the space already has one of its facts, or counts a fact of the
  /// same device with the clock reading of one of the entries.
  public var expectsNew: Bool
  /// Which earlier entries are dropped first.
  public var drops: Drops
  /// Entries to add; each replaces the entry of the same author and number.
  public var entries: [SyncEntry]
  /// Facts that have a verdict now, so the clock readings of their making are no longer needed.
  public var decided: [FactID]

  /// Entries that no longer hold.
  public enum Drops: Sendable {
    case none
    /// Those without a position in the server's order, whose numbers somebody else has used.
    case unplaced
    /// All entries, since the server now has another order.
    case all
  }

  public init(
    state: [UInt8],
    replaces: [UInt8]? = nil,
    expectsNew: Bool = false,
    drops: Drops = .none,
    entries: [SyncEntry] = [],
    decided: [FactID] = []
  ) {
    self.state = state
    self.replaces = replaces
    self.expectsNew = expectsNew
    self.drops = drops
    self.entries = entries
    self.decided = decided
  }
}

extension AppendRequest {
  /// Whether it is a conflict if not all that it adds is new (``SyncChange/expectsNew``).
  package var expectsNew: Bool { sync.contains(where: \.expectsNew) }

  /// The timestamps with which its facts will count, according to its entries.
  package var counted: Set<HybridTimestamp> {
    let devices = Dictionary(
      facts.map { ($0.id, $0.stamp.device) },
      uniquingKeysWith: { first, _ in first }
    )
    return Set(
      sync.lazy.flatMap(\.entries).compactMap { entry in
        guard !entry.isAlias, let clock = entry.verdict?.clock, let device = devices[entry.fact]
        else { return nil }
        return HybridTimestamp(clock: clock, device: device)
      }
    )
  }
}

extension [SyncEntry] {
  /// The entries up to the first number that is missing, counted from the one after `start`.
  package func consecutive(_ number: (SyncEntry) -> Int?, after start: Int) -> [SyncEntry] {
    var last = start
    return Array(
      prefix { entry in
        guard last < .max, number(entry) == last + 1 else { return false }
        last += 1
        return true
      }
    )
  }
}
