import Core
import Journals

/// What a server accepts from the devices of a space.
public protocol SyncRules: Sendable {
  /// What the server sees in a fact.
  func look(at fact: FactRecord, now: Instant) -> FactLook

  /// Whether facts of a kind belong to no module of the server.
  func isUnknown(_ kind: String) -> Bool

  var limits: SpaceLimits { get }
}

/// What a server sees in a fact.
public struct FactLook: Sendable, Equatable {
  /// The code of the reason why the fact is refused; nil if it is not.
  public var refusal: String?
  /// Whether its kind belongs to no module of the server.
  public var isUnknown: Bool
  /// The latest day on which something was done according to the fact.
  public var latestDay: Day?

  public init(refusal: String? = nil, isUnknown: Bool = false, latestDay: Day? = nil) {
    self.refusal = refusal
    self.isUnknown = isUnknown
    self.latestDay = latestDay
  }
}

/// How much a space may hold, and what raises a flag.
public struct SpaceLimits: Sendable {
  /// The size of all payloads, in bytes; what exceeds it waits on the device.
  public var bytes = 512 << 20
  /// The number of facts; those that exceed it wait on the device.
  public var facts = 2_000_000
  /// The number of facts of unknown kinds; those that exceed it are refused as `too-many-unknown`.
  public var unknownFacts = 10_000
  /// The number of days marked late in one request that raises a flag.
  public var backfill = 60
  /// How far a device's clock may be off without a flag, in milliseconds.
  public var clock: Int64 = 86_400_000
  /// The number of facts within an hour that raises a flag.
  public var factsAnHour = 2_000

  public init() {}

  /// The numbers of facts and bytes that a space may hold after a request.
  ///
  /// What erases is stored too: for a request with an erasing fact the limits are a tenth higher, or
  /// else nobody could make room in a full space, and what was deleted would stay on the server.
  ///
  /// - Parameter isErasing: whether the request has an erasing fact.
  public func most(isErasing: Bool) -> (facts: Int, bytes: Int) {
    guard isErasing else { return (facts, bytes) }
    return (
      facts + min(max(facts / 10, SpaceLimits.reservedFacts), .max - facts),
      bytes + min(max(bytes / 10, SpaceLimits.reservedBytes), .max - bytes)
    )
  }

  /// The least that is reserved for requests that erase.
  private static let reservedFacts = 1000
  private static let reservedBytes = 1 << 20
}

/// The space cannot hold more: the device keeps what it wanted to send.
public struct SpaceFull: Error, Sendable, Equatable {}

/// More requests wait for a space than one person's devices send, or others keep writing to it.
public struct SpaceBusy: Error, Sendable, Equatable {}
