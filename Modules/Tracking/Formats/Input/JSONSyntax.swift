/// Finds the first syntax error of JSON (RFC 8259), which the decoder does not describe in words.
struct JSONSyntax {
  enum Fault: Error, Equatable {
    /// The text ends within an unfinished value.
    case ends
    /// The byte is not allowed at its position.
    case unexpected
    case tooDeep
  }

  /// The maximum nesting depth, which is more than any of the formats has.
  static let deepest = 64

  private let bytes: [UInt8]
  private var position = 0

  /// Returns the first fault and the offset of its byte; nil for valid JSON.
  static func fault(in bytes: [UInt8]) -> (fault: Fault, offset: Int)? {
    var scanner = JSONSyntax(bytes: bytes)
    do throws(Fault) {
      try scanner.value(depth: 0)
      scanner.skipSpace()
      guard scanner.position == bytes.count else { throw .unexpected }
      return nil
    } catch {
      return (error, scanner.position)
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// Returns whether the byte is JSON white space.
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D
  }

  private mutating func skipSpace() {
    while position < bytes.count, JSONSyntax.isSpace(bytes[position]) {
      position += 1
    }
  }

  private mutating func peek() throws(Fault) -> UInt8 {
    skipSpace()
    guard position < bytes.count else { throw .ends }
    return bytes[position]
  }

  private mutating func value(depth: Int) throws(Fault) {
    guard depth <= JSONSyntax.deepest else { throw .tooDeep }
    switch try peek() {
    case UInt8(ascii: "{"): try members(close: UInt8(ascii: "}"), named: true, depth: depth)
    case UInt8(ascii: "["): try members(close: UInt8(ascii: "]"), named: false, depth: depth)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
  }

  private mutating func members(close: UInt8, named: Bool, depth: Int) throws(Fault) {
    position += 1
    if try peek() == close {
      position += 1
      return
    }
    while true {
      if named {
        guard try peek() == UInt8(ascii: "\"") else { throw .unexpected }
        try string()
        guard try peek() == UInt8(ascii: ":") else { throw .unexpected }
        position += 1
      }
      try value(depth: depth + 1)
      let next = try peek()
      guard next == close || next == UInt8(ascii: ",") else { throw .unexpected }
      position += 1
      if next == close { return }
    }
  }

  private mutating func string() throws(Fault) {
    position += 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return
      case UInt8(ascii: "\\"): position += 2
      case 0..<0x20: throw .unexpected
      default: position += 1
      }
    }
    position = bytes.count
    throw .ends
  }

  private mutating func word(_ word: String) throws(Fault) {
    for byte in word.utf8 {
      guard position < bytes.count else { throw .ends }
      guard bytes[position] == byte else { throw .unexpected }
      position += 1
    }
  }

  /// Skips the characters of a number; the decoder checks whether it is valid.
  private mutating func number() throws(Fault) {
    let start = position
    while position < bytes.count, isOfNumber(bytes[position]) { position += 1 }
    guard position > start else { throw .unexpected }
  }

  private func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
    case UInt8(ascii: "e"), UInt8(ascii: "E"): true
    default: false
    }
  }
}
