import Core
import Journals

/// What a server has to look up before it decides about a push.
public struct HeldFacts: Sendable {
  /// The entries of the author, by number, that the push repeats.
  public let entries: [Int: SyncEntry]
  /// The entries under which facts of the push, and those that erased them, came into the space.
  public let known: [FactID: SyncEntry]
  /// Whether a fact of the space counts with this timestamp.
  public let isTaken: @Sendable (HybridTimestamp) -> Bool

  public init(
    entries: [Int: SyncEntry],
    known: [FactID: SyncEntry],
    isTaken: @escaping @Sendable (HybridTimestamp) -> Bool
  ) {
    self.entries = entries
    self.known = known
    self.isTaken = isTaken
  }
}

/// What a server has to look up before it takes an offer.
public struct HeldOffers: Sendable {
  /// The entries under which facts of the offer, and those that erased them, came into the space.
  public let known: [FactID: SyncEntry]
  /// Whether a fact of the space counts with this timestamp.
  public let isTaken: @Sendable (HybridTimestamp) -> Bool

  public init(
    known: [FactID: SyncEntry],
    isTaken: @escaping @Sendable (HybridTimestamp) -> Bool
  ) {
    self.known = known
    self.isTaken = isTaken
  }
}

/// The entries that a request adds to the order.
struct OrderPage {
  private(set) var entries: [SyncEntry] = []
  private(set) var facts: [FactRecord] = []
  private(set) var verdicts: [FactID: SyncVerdict] = [:]
  private var stamps: Set<HybridTimestamp> = []
  private var places: [FactID: Int] = [:]

  mutating func add(_ entry: SyncEntry, _ fact: FactRecord) {
    entries.append(entry)
    guard !entry.isAlias else { return }
    places[fact.id] = entries.count - 1
    add(fact, entry.verdict)
  }

  /// Adds a fact; without an entry, it gets a number like facts made here.
  mutating func add(_ fact: FactRecord, _ verdict: SyncVerdict?) {
    if verdicts[fact.id] == nil { facts.append(fact) }
    verdicts[fact.id] = verdict
    if let clock = verdict?.clock {
      stamps.insert(HybridTimestamp(clock: clock, device: fact.stamp.device))
    }
  }

  /// The verdict about a fact, whether or not it got a number.
  func verdict(of fact: FactID) -> SyncVerdict? { verdicts[fact] }
  func entry(of fact: FactID) -> SyncEntry? { places[fact].map { entries[$0] } }
  func isTaken(_ stamp: HybridTimestamp) -> Bool { stamps.contains(stamp) }
}
