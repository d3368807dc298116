import Core
import Journals

/// Identifies the data of a server; it changes when the server is restored or replaced.
public struct SyncEpoch: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// A request with the clocks of the device that sends it.
public struct SyncCall: Sendable {
  public let request: SyncRequest
  public let wall: Instant
  /// Nil if the device has no clock that cannot be set.
  public let boot: BootTime?

  public init(_ request: SyncRequest, wall: Instant, boot: BootTime?) {
    self.request = request
    self.wall = wall
    self.boot = boot
  }
}

/// What a device asks of a server.
public enum SyncRequest: Sendable {
  case pull(PullRequest)
  case push(PushRequest)
  case offer(OfferRequest)
}

/// What a server answers, with its time.
public struct SyncAnswer: Sendable {
  public enum Body: Sendable {
    case page(PullPage)
    case decided([PushDecision])
    /// The offered facts are held.
    case held
    /// The server lacks earlier facts: it expects this number next.
    case gap(expected: Int)
    /// The server has another fact under this number: somebody else uses the same identity.
    case fork(number: Int)
    /// The server's data are not those that the device knows.
    case replaced(SyncEpoch)
  }

  public let body: Body
  public let now: Instant

  public init(_ body: Body, now: Instant) {
    self.body = body
    self.now = now
  }
}

/// Asks for the entries after a position.
public struct PullRequest: Sendable {
  /// The identity of the device that asks.
  public let author: DeviceID
  /// The epoch that the device knows; nil at first.
  public let epoch: SyncEpoch?
  /// The position up to which the device holds everything.
  public let after: OrderHead
  public let limit: Int

  public init(author: DeviceID, epoch: SyncEpoch?, after: OrderHead, limit: Int) {
    self.author = author
    self.epoch = epoch
    self.after = after
    self.limit = limit
  }
}

/// Entries in the order of the server, without gaps.
public struct PullPage: Sendable {
  public struct Item: Sendable {
    public let entry: SyncEntry
    /// The fact, without its payload if it was erased or if the entry is an alias.
    public let fact: FactRecord

    public init(entry: SyncEntry, fact: FactRecord) {
      self.entry = entry
      self.fact = fact
    }
  }

  public let epoch: SyncEpoch
  public let items: [Item]
  /// The server's last entry.
  public let head: OrderHead
  /// What the server signs about that entry; nil from a server that signs nothing.
  public var receipt: SyncReceipt?

  public init(
    epoch: SyncEpoch,
    items: [Item],
    head: OrderHead,
    receipt: SyncReceipt? = nil
  ) {
    self.epoch = epoch
    self.items = items
    self.head = head
    self.receipt = receipt
  }
}

/// Gives the server facts that the device has numbered.
public struct PushRequest: Sendable {
  public struct Item: Sendable {
    public let number: Int
    public let fact: FactRecord
    /// When it was made here, by a clock that cannot be set; nil if unknown.
    public let made: BootTime?
    /// The latest clock reading from elsewhere that the device had seen.
    public let floor: HybridTime
    /// The verdict that the device holds already, if it changes how the fact counts.
    public let amended: SyncVerdict?
    /// The fact that erased this one's payload.
    ///
    /// It is sent along, although it has a number of its own: if it got lost afterwards, nobody
    /// could tell why the payload is missing, and copies that still have the payload would count
    /// it.
    public let erasure: Erasure?

    public init(_ held: HeldEntry) {
      number = held.entry.number
      floor = held.entry.floor
      (fact, made, amended, erasure) = (held.fact, held.made, held.amended, held.erasure)
    }
  }

  public let author: DeviceID
  public let epoch: SyncEpoch
  public let items: [Item]

  public init(author: DeviceID, epoch: SyncEpoch, items: [Item]) {
    self.author = author
    self.epoch = epoch
    self.items = items
  }
}

/// A fact that erased others.
public struct Erasure: Sendable {
  public let fact: FactRecord
  /// When it was made here, by a clock that cannot be set; nil if unknown.
  public let made: BootTime?
  /// How it counts, if that is known and differs from how it was made.
  public let amended: SyncVerdict?

  public init(fact: FactRecord, made: BootTime?, amended: SyncVerdict?) {
    self.fact = fact
    self.made = made
    self.amended = amended
  }
}

/// What the server decided about a fact that was pushed.
public struct PushDecision: Sendable, Hashable {
  public let verdict: SyncVerdict
  /// Whether the server had the fact under another number.
  public let isAlias: Bool
  public let received: Instant
}

/// Returns to a restored server what it may have lost, with its earlier verdicts.
public struct OfferRequest: Sendable {
  public struct Item: Sendable {
    public let entry: SyncEntry
    public let fact: FactRecord
    /// The fact that erased this one's payload, which is sent along.
    public let erasure: Erasure?

    public init(_ held: HeldEntry) {
      var entry = held.entry
      // That of the server's earlier order.
      entry.tag = 0
      (self.entry, fact, erasure) = (entry, held.fact, held.erasure)
    }
  }

  public let author: DeviceID
  public let epoch: SyncEpoch
  public let items: [Item]

  public init(author: DeviceID, epoch: SyncEpoch, items: [Item]) {
    self.author = author
    self.epoch = epoch
    self.items = items
  }
}
