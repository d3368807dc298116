/// A type of the D-Bus wire format, as signatures name it.
///
/// Source: D-Bus Specification 0.43, "Type System".
public indirect enum DBusType: Sendable, Equatable {
  case byte, boolean, int16, uint16, int32, uint32, int64, uint64, double
  case string, objectPath, signature, unixDescriptor, variant
  case array(DBusType)
  case structure([DBusType])
  case entry(DBusType, DBusType)

  /// The code in signatures: `a{sv}`.
  public var code: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .unixDescriptor: "h"
    case .variant: "v"
    case .array(let element): "a\(element.code)"
    case .structure(let fields): "(\(fields.map(\.code).joined()))"
    case .entry(let key, let value): "{\(key.code)\(value.code)}"
    }
  }

  /// Where a value of the type may begin: at a multiple of so many bytes.
  var alignment: Int {
    switch self {
    case .byte, .signature, .variant: 1
    case .int16, .uint16: 2
    case .boolean, .int32, .uint32, .string, .objectPath, .unixDescriptor, .array: 4
    case .int64, .uint64, .double, .structure, .entry: 8
    }
  }

  /// Whether it may be the key of an entry.
  var isBasic: Bool {
    switch self {
    case .array, .structure, .entry, .variant: false
    default: true
    }
  }
}

/// Reads signatures.
struct SignatureParser {
  /// Lists may stand in one another so deep, and so may structures.
  static let maxDepth = 32
  static let longest = 255

  private var rest: Substring.UTF8View
  private var arrays = 0
  private var structures = 0

  /// All types of a signature, in order.
  ///
  /// - Throws: ``DBusError`` for what is not one.
  static func types(in signature: String) throws(DBusError) -> [DBusType] {
    guard signature.utf8.count <= longest else { throw .malformed("a signature is too long") }
    var parser = SignatureParser(rest: signature[...].utf8)
    var types: [DBusType] = []
    while !parser.rest.isEmpty { types.append(try parser.next()) }
    return types
  }

  private init(rest: Substring.UTF8View) { self.rest = rest }

  private mutating func next() throws(DBusError) -> DBusType {
    guard let code = rest.popFirst() else { throw .malformed("a signature ends too early") }
    switch code {
    case UInt8(ascii: "a"): return try array()
    case UInt8(ascii: "("): return try structure()
    default:
      guard let type = SignatureParser.single[code] else {
        throw .malformed("there is no type with the code \(code)")
      }
      return type
    }
  }

  private mutating func array() throws(DBusError) -> DBusType {
    arrays += 1
    defer { arrays -= 1 }
    guard arrays <= SignatureParser.maxDepth else { throw .malformed("lists stand too deep") }
    guard rest.first == UInt8(ascii: "{") else { return .array(try next()) }
    rest.removeFirst()
    let key = try next()
    guard key.isBasic else { throw .malformed("a key is not a single value") }
    let value = try next()
    guard rest.popFirst() == UInt8(ascii: "}") else { throw .malformed("an entry has no end") }
    return .array(.entry(key, value))
  }

  private mutating func structure() throws(DBusError) -> DBusType {
    structures += 1
    defer { structures -= 1 }
    guard structures <= SignatureParser.maxDepth else {
      throw .malformed("structures stand too deep")
    }
    var fields: [DBusType] = []
    while rest.first != UInt8(ascii: ")") { fields.append(try next()) }
    rest.removeFirst()
    guard !fields.isEmpty else { throw .malformed("a structure is empty") }
    return .structure(fields)
  }

  private static let single: [UInt8: DBusType] = Dictionary(
    uniqueKeysWithValues: [
      DBusType.byte, .boolean, .int16, .uint16, .int32, .uint32, .int64, .uint64, .double,
      .string, .objectPath, .signature, .unixDescriptor, .variant,
    ].compactMap { type in type.code.utf8.first.map { ($0, type) } }
  )
}
