/// A value on the wire.
public indirect enum DBusValue: Sendable, Equatable {
  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(String)
  case signature(String)
  /// The place of a descriptor among those that come with the message.
  case unixDescriptor(UInt32)
  case variant(DBusValue)
  /// The type is that of the elements, of which there may be none.
  case array(DBusType, [DBusValue])
  case structure([DBusValue])
  case entry(DBusValue, DBusValue)

  public var type: DBusType {
    switch self {
    case .byte: .byte
    case .boolean: .boolean
    case .int16: .int16
    case .uint16: .uint16
    case .int32: .int32
    case .uint32: .uint32
    case .int64: .int64
    case .uint64: .uint64
    case .double: .double
    case .string: .string
    case .objectPath: .objectPath
    case .signature: .signature
    case .unixDescriptor: .unixDescriptor
    case .variant: .variant
    case .array(let element, _): .array(element)
    case .structure(let fields): .structure(fields.map(\.type))
    case .entry(let key, let value): .entry(key.type, value.type)
    }
  }

  /// A list of texts: `as`.
  public static func strings(_ texts: [String]) -> DBusValue {
    .array(.string, texts.map { .string($0) })
  }

  /// A table of values by name: `a{sv}`.
  public static func table(_ values: [(String, DBusValue)]) -> DBusValue {
    .array(
      .entry(.string, .variant),
      values.map { .entry(.string($0.0), .variant($0.1)) }
    )
  }

  /// Text of any of the three kinds.
  public var text: String? {
    switch self {
    case .string(let text), .objectPath(let text), .signature(let text): text
    default: nil
    }
  }

  public var number: UInt32? {
    guard case .uint32(let number) = self else { return nil }
    return number
  }

  public var elements: [DBusValue]? {
    guard case .array(_, let elements) = self else { return nil }
    return elements
  }
}

/// What can go wrong on a bus.
public enum DBusError: Error, Sendable, Equatable {
  /// There is no bus here.
  case noBus(String)
  /// The bus does not want this user.
  case refused(String)
  /// The connection ended.
  case lost
  /// No answer came in time.
  case late
  /// The answer was an error of that name.
  case remote(name: String, message: String)
  /// Bytes that are none of D-Bus.
  case malformed(String)
}

extension DBusError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noBus(let why): "There is no session bus: \(why)."
    case .refused(let why): "The session bus refused this user: \(why)."
    case .lost: "The connection to the session bus ended."
    case .late: "The session bus did not answer in time."
    case .remote(let name, let message): "\(message) (\(name))"
    case .malformed(let why): "The session bus sent what cannot be read: \(why)."
    }
  }
}
