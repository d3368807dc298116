import TimeZones

/// A moment, as Unix time in milliseconds; leap seconds are not counted.
public struct Instant: Hashable, Comparable, Sendable, Codable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  public init(seconds: Int64) { milliseconds = seconds * 1000 }

  /// Whole seconds, rounded down.
  public var seconds: Int64 { floorDivide(milliseconds, 1000) }

  public func advanced(byMilliseconds amount: Int64) -> Instant {
    Instant(milliseconds: milliseconds + amount)
  }

  public func advanced(bySeconds amount: Int64) -> Instant {
    advanced(byMilliseconds: amount * 1000)
  }

  /// Whether less than `seconds` have passed from the instant to `now`.
  ///
  /// An instant that is still to come was read from a clock that was ahead, and nobody knows how long
  /// ago that was, so it is not recent either.
  public func isWithin(seconds: Int64, before now: Instant) -> Bool {
    let (passed, overflows) = now.milliseconds.subtractingReportingOverflow(milliseconds)
    return !overflows && passed >= 0 && passed / 1000 < seconds
  }

  public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

  /// The range of milliseconds that can be decoded: as far from 1970 as dates of ECMAScript reach.
  ///
  /// Source: ECMA-262, "Time Values and Time Range". Each of them has a ``Day`` that can be read
  /// back.
  private static let readable: ClosedRange<Int64> = -8_640_000_000_000_000...8_640_000_000_000_000

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    milliseconds = try container.decode(Int64.self)
    guard Instant.readable.contains(milliseconds) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\(milliseconds) is not an instant within 270,000 years."
      )
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }
}
