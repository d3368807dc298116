/// A value in a message, of the types that are used here.
///
/// Source: D-Bus Specification 0.43, "Type System".
public indirect enum DBusValue: Sendable, Equatable {
  case byte(UInt8)
  case boolean(Bool)
  case int32(Int32)
  case uint32(UInt32)
  /// Text; also an object path or a signature in received messages.
  case string(String)
  /// A container, possibly empty, with the signature of its contents.
  case container(Container, contents: String, [DBusValue])
  /// A value of a type that nothing here sends or reads, by the type's code.
  case other(UInt8)

  /// A kind of container, by its code in libsystemd.
  public enum Container: UInt8, Sendable {
    case array = 0x61
    case variant = 0x76
    case structure = 0x72
    case entry = 0x65
  }

  /// The value's type signature: `a{sv}`.
  public var signature: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int32: "i"
    case .uint32: "u"
    case .string: "s"
    case .container(.array, let contents, _): "a\(contents)"
    case .container(.variant, _, _): "v"
    case .container(.structure, let contents, _): "(\(contents))"
    case .container(.entry, let contents, _): "{\(contents)}"
    case .other(let code): String(UnicodeScalar(code))
    }
  }

  /// A value that contains its type.
  public static func variant(_ value: DBusValue) -> DBusValue {
    .container(.variant, contents: value.signature, [value])
  }

  /// A list of texts: `as`.
  public static func strings(_ texts: [String]) -> DBusValue {
    .container(.array, contents: "s", texts.map { .string($0) })
  }

  /// A table of values by name: `a{sv}`.
  public static func table(_ values: [(String, DBusValue)]) -> DBusValue {
    let entries = values.map { name, value in
      container(.entry, contents: "sv", [.string(name), .variant(value)])
    }
    return .container(.array, contents: "{sv}", entries)
  }

  public var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  public var number: UInt32? {
    guard case .uint32(let number) = self else { return nil }
    return number
  }

  public var elements: [DBusValue]? {
    guard case .container(.array, _, let elements) = self else { return nil }
    return elements
  }
}
