/// When and where a fact was made; decides between two writes to one register.
///
/// The later clock wins, then the greater device id, so that any two devices decide alike.
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

  /// Earlier than any timestamp that a device can make.
  public static let zero = HybridTimestamp(
    clock: HybridTime(rawValue: 0),
    device: DeviceID(rawValue: 0)
  )
}

/// A reading of a hybrid logical clock: 48 bits of Unix milliseconds above a 16-bit counter.
///
/// Source: Kulkarni, Demirbas et al., "Logical Physical Clocks and Consistent Snapshots in Globally
/// Distributed Databases", 2014.
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

/// Makes timestamps that are never behind the wall clock or behind those it has observed.
public struct HybridClock: Sendable {
  public private(set) var last: HybridTime

  public init(last: HybridTime = HybridTime(rawValue: 0)) { self.last = last }

  /// Returns the timestamp for something that happens now.
  ///
  /// It is strictly greater than every earlier one, even when the wall clock was set back; a
  /// counter that is full borrows from the next millisecond.
  public mutating func tick(now: Instant) -> HybridTime {
    let wall = HybridTime(milliseconds: now.milliseconds)
    // A maximal timestamp from a hostile device must not stop this device from writing.
    let next = HybridTime(rawValue: max(last.rawValue, last.rawValue &+ 1))
    last = max(wall, next)
    return last
  }

  /// Takes into account a timestamp that this device made earlier.
  public mutating func observe(_ seen: HybridTime) {
    if seen > last { last = seen }
  }

  /// How far ahead a timestamp from another device is followed: a day, in milliseconds.
  ///
  /// Clocks that are off by hours are common (a wrong zone, a board without a battery), and what
  /// the user does after seeing such a device's entry must win over it.
  public static let maxDrift: Int64 = 86_400_000

  /// Takes into account a timestamp that was made on another device.
  ///
  /// One that is more than ``maxDrift`` in the future comes from a wrong clock and is followed
  /// only that far; otherwise one device with a wrong date would permanently advance the clocks of
  /// all others.
  public mutating func observe(foreign seen: HybridTime, now: Instant) {
    let limit = HybridTime(milliseconds: now.milliseconds + HybridClock.maxDrift)
    observe(min(seen, limit))
  }
}

/// Identifies one installation.
///
/// Made at random once; a restored copy makes a new one.
public struct DeviceID: RawRepresentable, Hashable, Comparable, Sendable, Codable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static func random(using generator: inout some RandomNumberGenerator) -> DeviceID {
    DeviceID(rawValue: .random(in: 1...UInt64(Int64.max), using: &generator))
  }

  public static func < (a: DeviceID, b: DeviceID) -> Bool { a.rawValue < b.rawValue }
}
