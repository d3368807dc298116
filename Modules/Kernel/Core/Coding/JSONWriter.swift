/// Writes a tree as JSON without spaces.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(256) }

  mutating func write(_ tree: JSONTree) {
    switch tree {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let text): bytes.append(contentsOf: text.utf8)
    case .text(let text): write(text)
    case .list(let list): write(list.trees)
    case .object(let object): write(object.sorted)
    case .later(let slot): write(slot.tree ?? .object(JSONMembers()))
    }
  }

  private mutating func append(_ literal: StaticString) {
    literal.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func write(_ list: [JSONTree]) {
    bytes.append(UInt8(ascii: "["))
    for (index, element) in list.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(_ members: [(key: String, tree: JSONTree)]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(member.key)
      bytes.append(UInt8(ascii: ":"))
      write(member.tree)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Escapes no more than it must: quotes, backslashes and control characters.
  private mutating func write(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      var written = 0
      for index in utf8.indices where JSONWriter.isEscaped(utf8[index]) {
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
