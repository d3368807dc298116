/// A buffer of JSON without white space.
struct JSONText {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 512) { bytes.reserveCapacity(capacity) }

  mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ more: ArraySlice<UInt8>) { bytes.append(contentsOf: more) }

  mutating func shorten(to count: Int) { bytes.removeSubrange(count...) }

  mutating func write(_ value: Bool) { append(value ? "true" : "false") }

  mutating func write(_ id: some Identifier) {
    append("\"")
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: idDigits) { digits in
      id.spell(into: digits)
      bytes.append(contentsOf: digits)
    }
    append("\"")
  }

  mutating func write(_ value: some FixedWidthInteger) {
    bytes.append(contentsOf: value.description.utf8)
  }

  /// - Parameter path: the coding path to the number, for the error.
  /// - Throws: `EncodingError` if the number is not finite.
  mutating func write(
    _ value: some BinaryFloatingPoint & LosslessStringConvertible,
    at path: @autoclosure () -> [any CodingKey]
  ) throws {
    guard value.isFinite else {
      let words = "JSON has no number for \(value)."
      throw EncodingError.invalidValue(value, .init(codingPath: path(), debugDescription: words))
    }
    let text = value.description
    bytes.append(contentsOf: text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...])
  }

  /// Escapes only what it must: quotes, backslashes and control characters.
  mutating func write(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      var written = 0
      for index in utf8.indices where JSONText.isEscaped(utf8[index]) {
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[written..<index]))
        escape(utf8[index])
        written = index + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[written...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    case 0x20...:
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    default:
      append("\\u00")
      bytes.append(UInt8(ascii: "0") + byte >> 4)
      let low = byte & 0xF
      bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    }
  }
}
