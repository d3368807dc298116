/// A buffer of JSON without white space.
///
/// It counts its bytes in a longer array: output comes in many small pieces, and appending one to
/// an array takes five times as long as copying it.
struct JSONText {
  private var buffer: [UInt8]
  /// The number of bytes that were written.
  private(set) var count = 0

  /// - Parameter capacity: the number of bytes for which there is room at first.
  init(capacity: Int = 512) { buffer = Array(repeating: 0, count: max(capacity, 1)) }

  /// What was written.
  var bytes: [UInt8] { Array(buffer[..<count]) }

  /// What was written from an offset on.
  func bytes(from first: Int) -> [UInt8] { Array(buffer[first..<count]) }

  /// Ends the text and returns its bytes, without copying them.
  consuming func finish() -> [UInt8] {
    buffer.removeSubrange(count...)
    return buffer
  }

  mutating func append(_ literal: StaticString) { append(literal.utf8) }

  mutating func append(_ more: ArraySlice<UInt8>) {
    more.withUnsafeBufferPointer { append($0) }
  }

  mutating func append(_ byte: UInt8) {
    makeRoom(for: 1)
    buffer[count] = byte
    count += 1
  }

  private mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
    append(more.count) { $0.copyMemory(from: UnsafeRawBufferPointer(more)) }
  }

  /// Appends bytes that `fill` writes, all of them.
  private mutating func append(_ more: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
    makeRoom(for: more)
    buffer.withUnsafeMutableBytes { bytes in
      fill(UnsafeMutableRawBufferPointer(rebasing: bytes[count..<(count + more)]))
    }
    count += more
  }

  private mutating func makeRoom(for more: Int) {
    // What is beyond `count` does not matter: a copy of the buffer is one move of memory even where
    // nothing is optimized, and zeros would be appended one by one there.
    while buffer.count - count < more { buffer += buffer }
  }

  mutating func shorten(to count: Int) { self.count = count }

  /// Begins a member of an object; its key needs no escape.
  mutating func begin(_ key: StaticString, isFirst: Bool) {
    let key = key.utf8
    let start = isFirst ? 1 : 2
    append(start + key.count + 2) { bytes in
      bytes[0] = UInt8(ascii: ",")
      bytes[start - 1] = UInt8(ascii: "\"")
      UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
        .copyMemory(from: UnsafeRawBufferPointer(key))
      bytes[start + key.count] = UInt8(ascii: "\"")
      bytes[start + key.count + 1] = UInt8(ascii: ":")
    }
  }

  mutating func write(_ value: Bool) { append(value ? "true" : "false") }

  mutating func write(_ id: some Identifier) {
    append(idDigits + 2) { bytes in
      bytes[0] = UInt8(ascii: "\"")
      id.spell(into: UnsafeMutableRawBufferPointer(rebasing: bytes[1...]))
      bytes[idDigits + 1] = UInt8(ascii: "\"")
    }
  }

  mutating func write(_ day: Day) {
    guard day.hasFourDigitYear else { return write(day.description) }
    append(Day.digits + 2) { bytes in
      bytes[0] = UInt8(ascii: "\"")
      day.spell(into: UnsafeMutableRawBufferPointer(rebasing: bytes[1...]))
      bytes[Day.digits + 1] = UInt8(ascii: "\"")
    }
  }

  mutating func write(_ value: some FixedWidthInteger) {
    guard let small = Int64(exactly: value) else {
      return append(Array(value.description.utf8)[...])
    }
    write(small)
  }

  mutating func write(_ value: Int64) {
    if value < 0 { append("-") }
    var rest = value.magnitude
    var digits = 1
    while rest >= 10 {
      rest /= 10
      digits += 1
    }
    append(digits) { bytes in
      var rest = value.magnitude
      for place in (0..<digits).reversed() {
        bytes[place] = UInt8(ascii: "0") + UInt8(rest % 10)
        rest /= 10
      }
    }
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
    let text = Array(value.description.utf8)
    append(value.description.hasSuffix(".0") ? text.dropLast(2) : text[...])
  }

  /// Escapes only what it must: quotes, backslashes and control characters.
  mutating func write(_ text: String) {
    var text = text
    append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      var written = 0
      for index in utf8.indices where JSONText.isEscaped(utf8[index]) {
        append(UnsafeBufferPointer(rebasing: utf8[written..<index]))
        escape(utf8[index])
        written = index + 1
      }
      append(UnsafeBufferPointer(rebasing: utf8[written...]))
    }
    append(UInt8(ascii: "\""))
  }

  /// Writes a text that contains nothing to escape.
  mutating func quote(_ text: ArraySlice<UInt8>) {
    append(UInt8(ascii: "\""))
    append(text)
    append(UInt8(ascii: "\""))
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
      append(UInt8(ascii: "\\"))
      append(byte)
    default:
      append("\\u00")
      append(Hexadecimal.digit(byte >> 4))
      append(Hexadecimal.digit(byte & 0xF))
    }
  }
}

extension StaticString {
  fileprivate var utf8: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}
