import DBus

/// Values as bytes, little end first, apart from the code that is tested.
///
/// Source: D-Bus Specification 0.43, "Marshaling (Wire Format)".
struct WireWriter {
  private(set) var bytes: [UInt8] = []

  mutating func align(to alignment: Int) {
    while bytes.count % alignment != 0 { bytes.append(0) }
  }

  mutating func write(_ value: DBusValue) {
    align(to: Wire.alignment(of: value.signature))
    switch value {
    case .byte(let number): bytes.append(number)
    case .boolean(let flag): number(flag ? 1 : 0)
    case .int32(let number): self.number(UInt32(bitPattern: number))
    case .uint32(let number): self.number(number)
    case .string(let text):
      number(UInt32(text.utf8.count))
      bytes += Array(text.utf8) + [0]
    case .container(.array, let contents, let values):
      let place = bytes.count
      number(0)
      // What is put in before the first element does not count to the length.
      align(to: Wire.alignment(of: contents))
      let start = bytes.count
      for value in values { write(value) }
      bytes.replaceSubrange(place..<place + 4, with: Wire.bytes(UInt32(bytes.count - start)))
    case .container(let kind, let contents, let values):
      if kind == .variant { signature(contents) }
      for value in values { write(value) }
    case .other: bytes += [UInt8](repeating: 0, count: 8)
    }
  }

  mutating func number(_ number: UInt32) { bytes += Wire.bytes(number) }

  mutating func signature(_ text: String) { bytes += [UInt8(text.utf8.count)] + text.utf8 + [0] }

  mutating func append(_ more: [UInt8]) { bytes += more }
}

/// Reads what a client sent, which is trusted to be in order: a test fails otherwise.
struct WireReader {
  private let bytes: [UInt8]
  private(set) var position: Int

  init(_ bytes: [UInt8], at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  mutating func align(to alignment: Int) {
    position = (position + alignment - 1) / alignment * alignment
  }

  mutating func values(_ signature: String) -> [DBusValue] {
    Wire.types(in: signature).map { value($0) }
  }

  private mutating func value(_ type: String) -> DBusValue {
    align(to: Wire.alignment(of: type))
    switch type.first {
    case "y": return .byte(byte())
    case "b": return .boolean(number() != 0)
    case "i": return .int32(Int32(bitPattern: number()))
    case "u": return .uint32(number())
    case "s", "o": return .string(text(Int(number())))
    case "g": return .string(text(Int(byte())))
    case "v":
      let contents = text(Int(byte()))
      return .container(.variant, contents: contents, values(contents))
    case "a": return array(String(type.dropFirst()))
    case "(", "{":
      let contents = String(type.dropFirst().dropLast())
      return .container(
        type.first == "(" ? .structure : .entry,
        contents: contents,
        values(contents)
      )
    default: preconditionFailure("nothing here sends the type \(type)")
    }
  }

  private mutating func array(_ element: String) -> DBusValue {
    let length = Int(number())
    align(to: Wire.alignment(of: element))
    let end = position + length
    var values: [DBusValue] = []
    while position < end { values.append(value(element)) }
    return .container(.array, contents: element, values)
  }

  private mutating func byte() -> UInt8 {
    defer { position += 1 }
    return bytes[position]
  }

  mutating func number() -> UInt32 {
    align(to: 4)
    defer { position += 4 }
    return bytes[position..<position + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func text(_ length: Int) -> String {
    defer { position += length + 1 }
    return String(decoding: bytes[position..<position + length], as: UTF8.self)
  }
}

enum Wire {
  static func bytes(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian, Array.init)
  }

  /// Where a value of the type may begin: at a multiple of so many bytes.
  static func alignment(of type: String) -> Int {
    switch type.first {
    case "y", "g", "v": 1
    case "n", "q": 2
    case "b", "i", "u", "s", "o", "h", "a": 4
    default: 8
    }
  }

  /// The single types of a signature.
  static func types(in signature: String) -> [String] {
    var types: [String] = []
    var (type, depth) = ("", 0)
    for code in signature {
      type.append(code)
      if "({".contains(code) { depth += 1 }
      if ")}".contains(code) { depth -= 1 }
      guard depth == 0, code != "a" else { continue }
      types.append(type)
      type = ""
    }
    return types
  }
}
