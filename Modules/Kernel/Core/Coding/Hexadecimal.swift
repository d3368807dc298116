/// Conversion between bytes and hexadecimal digits, two digits per byte.
public enum Hexadecimal {
  /// Returns lowercase digits.
  public static func text(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    return String(unsafeUninitializedCapacity: 2 * bytes.count) { digits in
      for (place, byte) in bytes.enumerated() {
        digits[2 * place] = digit(byte >> 4)
        digits[2 * place + 1] = digit(byte & 0xF)
      }
      return 2 * bytes.count
    }
  }

  /// Parses digits in either case; nil for other characters and for an odd number of digits.
  public static func bytes(_ text: some Sequence<UInt8>) -> [UInt8]? {
    // Strings and arrays are contiguous; a pointer needs none of a generic iterator's calls.
    if let parsed = text.withContiguousStorageIfAvailable(parse) { return parsed }
    return Array(text).withUnsafeBufferPointer(parse)
  }

  private static func parse(_ digits: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(of: digits[place]), let low = value(of: digits[place + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// The number that 32 digits stand for; nil for another count and for other characters.
  static func number(_ digits: ArraySlice<UInt8>) -> UInt128? {
    guard digits.count == 32, let high = half(digits.prefix(16)), let low = half(digits.suffix(16))
    else { return nil }
    return UInt128(high) << 64 | UInt128(low)
  }

  // In halves, since 128-bit arithmetic takes twice as many instructions.
  private static func half(_ digits: ArraySlice<UInt8>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      number = number << 4 | UInt64(value)
    }
    return number
  }

  /// Returns the digit for a value of 0 to 15.
  static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Returns the value of a digit in either case; nil for other characters.
  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
