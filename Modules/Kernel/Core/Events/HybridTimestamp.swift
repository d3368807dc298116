/// When and where a fact was made: the order that decides between two writes of one register.
///
/// Later clock first, then the greater device id, so that any two devices decide alike.
public struct HybridTimestamp: Hashable, Comparable, Sendable, Codable {
  public let clock: HybridTime
  public let device: DeviceID

  public init(clock: HybridTime, device: DeviceID) {
    self.clock = clock
    self.device = device
  }

  public static func < (a: HybridTimestamp, b: HybridTimestamp) -> Bool {
    a.clock != b.clock ? a.clock < b.clock : a.device < b.device
  }

  /// Before every stamp that a device can make.
  public static let zero = HybridTimestamp(
    clock: HybridTime(rawValue: 0),
    device: DeviceID(rawValue: 0)
  )
}

/// A reading of a hybrid logical clock: 48 bits of Unix milliseconds above a 16-bit counter.
///
/// Source: Kulkarni, Demirbas et al., "Logical Physical Clocks and Consistent Snapshots in
/// Globally Distributed Databases", 2014.
public struct HybridTime: RawRepresentable, Hashable, Comparable, Sendable, Codable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public init(milliseconds: Int64, counter: UInt16 = 0) {
    let wall = UInt64(clamping: milliseconds) & 0xFFFF_FFFF_FFFF
    rawValue = wall << 16 | UInt64(counter)
  }

  /// Unix milliseconds.
  public var milliseconds: Int64 { Int64(rawValue >> 16) }
  public var counter: UInt16 { UInt16(truncatingIfNeeded: rawValue) }
  public var instant: Instant { Instant(milliseconds: milliseconds) }

  public static func < (a: HybridTime, b: HybridTime) -> Bool { a.rawValue < b.rawValue }
}

/// The clock that makes stamps: never behind the wall clock, never behind what it has seen.
public struct HybridClock: Sendable {
  public private(set) var last: HybridTime

  public init(last: HybridTime = HybridTime(rawValue: 0)) { self.last = last }

  /// The stamp for something that happens now.
  ///
  /// Strictly greater than every earlier one, also when the wall clock was set back; a full counter
  /// borrows the next millisecond.
  public mutating func tick(now: Instant) -> HybridTime {
    let wall = HybridTime(milliseconds: now.milliseconds)
    // A stamp at the end of time, from a hostile device, must not stop this one from writing.
    let next = HybridTime(rawValue: max(last.rawValue, last.rawValue &+ 1))
    last = max(wall, next)
    return last
  }

  /// Takes note of a stamp that this device made earlier.
  public mutating func observe(_ seen: HybridTime) {
    if seen > last { last = seen }
  }

  /// How far a stamp made elsewhere may lie after this device's clock and still be followed: a day, in
  /// milliseconds.
  ///
  /// Clocks that are off by hours are common (a zone set wrongly, a board without a battery), and what
  /// a person does after seeing such a device's entry must win over it.
  public static let mostDrift: Int64 = 86_400_000

  /// Takes note of a stamp made elsewhere.
  ///
  /// One that lies further in the future than ``mostDrift`` comes from a clock that is wrong, and is
  /// followed no further than that: otherwise one device with a wrong date would drag the clocks of
  /// all others along, for ever.
  public mutating func observe(foreign seen: HybridTime, now: Instant) {
    let limit = HybridTime(milliseconds: now.milliseconds + HybridClock.mostDrift)
    observe(min(seen, limit))
  }
}

/// One installation.
///
/// Random, made once; a restored copy makes a new one.
public struct DeviceID: RawRepresentable, Hashable, Comparable, Sendable, Codable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static func random(using generator: inout some RandomNumberGenerator) -> DeviceID {
    DeviceID(rawValue: .random(in: 1...UInt64(Int64.max), using: &generator))
  }

  public static func < (a: DeviceID, b: DeviceID) -> Bool { a.rawValue < b.rawValue }
}
