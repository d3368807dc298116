/// Reads values from bytes that may be anything.
struct DBusReader {
  /// Bytes of a list at most.
  private static let longestArray = 1 << 26
  /// Variants may hold variants so deep.
  private static let maxDepth = 64

  private let bytes: ArraySlice<UInt8>
  private let isLittle: Bool
  private var position: Int
  private var depth = 0

  /// - Parameter bytes: alignment counts from their beginning.
  init(_ bytes: ArraySlice<UInt8>, isLittle: Bool) {
    self.bytes = bytes
    self.isLittle = isLittle
    position = bytes.startIndex
  }

  var isAtEnd: Bool { position == bytes.endIndex }

  /// How many bytes are read.
  var consumed: Int { position - bytes.startIndex }

  mutating func align(to alignment: Int) throws(DBusError) {
    while consumed % alignment != 0 {
      guard try byte() == 0 else { throw .malformed("what should be empty is not") }
    }
  }

  mutating func read(_ type: DBusType) throws(DBusError) -> DBusValue {
    try align(to: type.alignment)
    switch type {
    case .byte: return .byte(try byte())
    case .boolean: return .boolean(try flag())
    case .int16: return .int16(try integer())
    case .uint16: return .uint16(try integer())
    case .int32: return .int32(try integer())
    case .uint32: return .uint32(try integer())
    case .int64: return .int64(try integer())
    case .uint64: return .uint64(try integer())
    case .double: return .double(Double(bitPattern: try integer()))
    case .string: return .string(try string(length: Int(try integer() as UInt32)))
    case .objectPath: return .objectPath(try string(length: Int(try integer() as UInt32)))
    case .signature: return .signature(try string(length: Int(try byte())))
    case .unixDescriptor: return .unixDescriptor(try integer())
    case .variant: return .variant(try variant())
    case .array(let element): return .array(element, try array(of: element))
    case .structure(let fields): return .structure(try all(fields))
    case .entry(let key, let value): return .entry(try read(key), try read(value))
    }
  }

  mutating func all(_ types: [DBusType]) throws(DBusError) -> [DBusValue] {
    var values: [DBusValue] = []
    for type in types { values.append(try read(type)) }
    return values
  }

  private mutating func byte() throws(DBusError) -> UInt8 {
    guard position < bytes.endIndex else { throw .malformed("it ends too early") }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func integer<T: FixedWidthInteger>() throws(DBusError) -> T {
    let count = MemoryLayout<T>.size
    guard bytes.endIndex - position >= count else { throw .malformed("it ends too early") }
    var number: T = 0
    for byte in bytes[position..<position + count] {
      number = number << 8 | T(truncatingIfNeeded: byte)
    }
    position += count
    return isLittle ? number.byteSwapped : number
  }

  private mutating func flag() throws(DBusError) -> Bool {
    let number: UInt32 = try integer()
    guard number <= 1 else { throw .malformed("\(number) is neither yes nor no") }
    return number == 1
  }

  private mutating func string(length: Int) throws(DBusError) -> String {
    guard length < bytes.endIndex - position else { throw .malformed("a text is too long") }
    let content = bytes[position..<position + length]
    position += length
    guard try byte() == 0, !content.contains(0),
      let text = String(validating: content, as: UTF8.self)
    else { throw .malformed("a text is none") }
    return text
  }

  private mutating func variant() throws(DBusError) -> DBusValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= DBusReader.maxDepth else { throw .malformed("variants stand too deep") }
    let types = try SignatureParser.types(in: try string(length: Int(try byte())))
    guard types.count == 1, let type = types.first else {
      throw .malformed("a variant holds \(types.count) values")
    }
    return try read(type)
  }

  private mutating func array(of element: DBusType) throws(DBusError) -> [DBusValue] {
    let length = Int(try integer() as UInt32)
    try align(to: element.alignment)
    guard length <= DBusReader.longestArray, length <= bytes.endIndex - position else {
      throw .malformed("a list is too long")
    }
    let end = position + length
    var values: [DBusValue] = []
    while position < end { values.append(try read(element)) }
    guard position == end else { throw .malformed("a list ends within an element") }
    return values
  }
}
