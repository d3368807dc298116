/// A 128-bit identifier, written as 32 lowercase hexadecimal digits.
public protocol Identifier:
  RawRepresentable, Hashable, Comparable, Sendable, TextCodable, LosslessStringConvertible
where RawValue == UInt128 {
  init(rawValue: UInt128)
}

extension Identifier {
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// Parses 32 hexadecimal digits, with or without the dashes of a UUID.
  public init?(_ text: String) {
    var value: UInt128 = 0
    var count = 0
    for byte in text.utf8 where byte != UInt8(ascii: "-") {
      guard let digit = Hexadecimal.value(of: byte) else { return nil }
      value = value << 4 | UInt128(digit)
      count += 1
    }
    guard count == 32 else { return nil }
    self.init(rawValue: value)
  }

  public var description: String {
    String(unsafeUninitializedCapacity: idDigits) { digits in
      spell(into: UnsafeMutableRawBufferPointer(digits))
      return idDigits
    }
  }

  /// Writes the digits into the first ``idDigits`` bytes of the buffer.
  func spell(into digits: UnsafeMutableRawBufferPointer) {
    // In two halves, since 128-bit arithmetic takes twice as many instructions.
    var high = UInt64(truncatingIfNeeded: rawValue >> 64)
    var low = UInt64(truncatingIfNeeded: rawValue)
    for place in 0..<16 {
      digits[15 - place] = Hexadecimal.digit(UInt8(truncatingIfNeeded: high & 0xF))
      digits[31 - place] = Hexadecimal.digit(UInt8(truncatingIfNeeded: low & 0xF))
      high >>= 4
      low >>= 4
    }
  }

  /// A few digits that distinguish ids of one kind: the last ones, because the first are the time of
  /// creation.
  public var short: String { "#\(description.suffix(6))" }

  /// Whether a person means this id: by all of its digits, or by at least four at its end or its
  /// beginning, as ``short`` shows them or without the sign.
  public func isMeant(by typed: String) -> Bool {
    if let id = Self(typed) { return id == self }
    let digits = (typed.hasPrefix("#") ? typed.dropFirst() : typed[...]).lowercased()
    guard digits.count >= 4 else { return false }
    return description.hasSuffix(digits) || description.hasPrefix(digits)
  }

  public static var codedName: String { "an id of 32 hexadecimal digits" }

  // Repeated here, since a `RawRepresentable` type would otherwise be coded by its raw value.
  public init(from decoder: any Decoder) throws { self = try Self.decoded(from: decoder) }
  public func encode(to encoder: any Encoder) throws { try encodeText(to: encoder) }

  /// Makes an id that sorts after earlier ones.
  ///
  /// It has 48 bits of time followed by random bits, as in a UUID of version 7 (RFC 9562) but
  /// without its version bits.
  public static func make(
    at now: Instant,
    using generator: inout some RandomNumberGenerator
  )
    -> Self
  {
    let time = UInt128(UInt64(clamping: now.milliseconds) & 0xFFFF_FFFF_FFFF) << 80
    let high = UInt128(UInt64.random(in: 0...UInt64.max, using: &generator) & 0xFFFF) << 64
    return Self(
      rawValue: time | high | UInt128(UInt64.random(in: 0...UInt64.max, using: &generator))
    )
  }
}

/// The number of digits that an ``Identifier`` is written with.
let idDigits = 32

/// One user's data: the unit of storage, privacy, sync and sharding.
public struct SpaceID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}

/// Identifies one fact; the same on every device.
public struct FactID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }

  /// When the fact's device wrote it down, to the millisecond.
  ///
  /// Usually the time of its timestamp; later for an order that arrived after it was given
  /// (``Claim``).
  public var received: Instant { Instant(milliseconds: Int64(truncatingIfNeeded: rawValue >> 80)) }
}

/// Identifies what facts are about; the unit of erasure.
public struct EntityID: Identifier {
  public let rawValue: UInt128
  public init(rawValue: UInt128) { self.rawValue = rawValue }
}
