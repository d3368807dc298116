import CSystemd
import Glibc

/// One interface of another program's object.
public struct DBusObject: Sendable {
  /// The name of the program on the bus.
  public let service: String
  public let path: String
  public let interface: String

  public init(_ service: String, _ path: String, _ interface: String) {
    self.service = service
    self.path = path
    self.interface = interface
  }
}

/// A signal that was received.
public struct DBusSignal: Sendable, Equatable {
  public let member: String
  public let body: [DBusValue]
}

// MARK: Writing

extension sd_bus_table {
  /// Builds the message of a method call, passes it to `send`, and releases it.
  func withCall(
    _ method: String,
    of object: DBusObject,
    _ arguments: [DBusValue],
    on bus: OpaquePointer,
    _ send: (OpaquePointer) -> Int32
  ) throws(DBusError) {
    var message: OpaquePointer?
    let (service, path, interface) = (object.service, object.path, object.interface)
    let code = message_new_method_call(bus, &message, service, path, interface, method)
    try checkSending(code)
    guard let message else { return }
    defer { _ = message_unref(message) }
    for value in arguments { try append(value, to: message) }
    try checkSending(send(message))
  }

  private func append(_ value: DBusValue, to message: OpaquePointer) throws(DBusError) {
    switch value {
    case .byte(var number): try append("y", &number, to: message)
    case .boolean(let flag):
      var number: Int32 = flag ? 1 : 0
      try append("b", &number, to: message)
    case .int32(var number): try append("i", &number, to: message)
    case .uint32(var number): try append("u", &number, to: message)
    case .string(let text):
      // The reader would take a zero as the end of the text.
      try append("s", text.utf8.filter { $0 != 0 } + [0], to: message)
    case .container(let kind, let contents, let values):
      try checkSending(message_open_container(message, CChar(kind.rawValue), contents))
      for value in values { try append(value, to: message) }
      try checkSending(message_close_container(message))
    case .other: throw .unsendable("a value is of a type that is only received")
    }
  }

  private func append(
    _ type: Unicode.Scalar,
    _ value: UnsafeRawPointer,
    to message: OpaquePointer
  ) throws(DBusError) {
    try checkSending(message_append_basic(message, CChar(UInt8(ascii: type)), value))
  }

  /// Throws if a function that makes or sends a message returned a result below 0.
  func checkSending(_ code: Int32) throws(DBusError) {
    guard code >= 0 else { throw .unsendable(DBusError.words(code)) }
  }
}

// MARK: Reading

extension sd_bus_table {
  /// The values in a message.
  ///
  /// - Throws: ``DBusError``: the error that the message carries, or why it cannot be decoded.
  func body(of message: OpaquePointer) throws(DBusError) -> [DBusValue] {
    guard let error = message_get_error(message)?.pointee, let name = error.name else {
      return try values(in: message)
    }
    // sd-bus itself reports this after a timeout.
    guard strcmp(name, "org.freedesktop.DBus.Error.NoReply") != 0 else { throw .late }
    let words = error.message.map { String(cString: $0) } ?? "The other side gave no reason."
    throw .remote(name: String(cString: name), message: words)
  }

  /// Returns the values up to the end of the message, or of the container that was entered.
  private func values(in message: OpaquePointer) throws(DBusError) -> [DBusValue] {
    var values: [DBusValue] = []
    while true {
      var type: CChar = 0
      var contents: UnsafePointer<CChar>?
      guard try check(message_peek_type(message, &type, &contents)) > 0 else { return values }
      if let kind = DBusValue.Container(rawValue: UInt8(bitPattern: type)) {
        // The message keeps the text only until something else is read.
        let contents = contents.map { String(cString: $0) } ?? ""
        try check(message_enter_container(message, type, contents))
        values.append(.container(kind, contents: contents, try self.values(in: message)))
        try check(message_exit_container(message))
      } else {
        values.append(try basic(type, in: message))
      }
    }
  }

  private func basic(_ type: CChar, in message: OpaquePointer) throws(DBusError) -> DBusValue {
    let code = UInt8(bitPattern: type)
    switch code {
    case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"):
      var text: UnsafePointer<CChar>?
      try check(message_read_basic(message, type, &text))
      return .string(text.map { String(cString: $0) } ?? "")
    case UInt8(ascii: "y"): return .byte(try number(type, in: message))
    case UInt8(ascii: "b"): return .boolean(try number(type, in: message) != 0 as Int32)
    case UInt8(ascii: "i"): return .int32(try number(type, in: message))
    case UInt8(ascii: "u"): return .uint32(try number(type, in: message))
    default:
      // No other type of number is larger.
      _ = try number(type, in: message) as UInt64
      return .other(code)
    }
  }

  private func number<Number: FixedWidthInteger>(
    _ type: CChar,
    in message: OpaquePointer
  ) throws(DBusError) -> Number {
    var number: Number = 0
    try check(message_read_basic(message, type, &number))
    return number
  }

  @discardableResult
  private func check(_ code: Int32) throws(DBusError) -> Int32 {
    guard code >= 0 else { throw .malformed(DBusError.words(code)) }
    return code
  }
}
