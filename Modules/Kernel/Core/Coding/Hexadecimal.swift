/// Conversion between bytes and hexadecimal digits, two digits per byte.
public enum Hexadecimal {
  /// Returns lowercase digits.
  public static func text(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    text.reserveCapacity(2 * bytes.underestimatedCount)
    for byte in bytes {
      text.unicodeScalars.append(Unicode.Scalar(digit(byte >> 4)))
      text.unicodeScalars.append(Unicode.Scalar(digit(byte & 0xF)))
    }
    return text
  }

  /// Parses digits in either case; nil for other characters and for an odd number of digits.
  public static func bytes(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in text {
      guard let value = value(of: character) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
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
