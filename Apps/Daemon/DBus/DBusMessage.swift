/// One message of a bus.
///
/// Source: D-Bus Specification 0.43, "Message Format".
public struct DBusMessage: Sendable, Equatable {
  public enum Kind: UInt8, Sendable {
    case call = 1
    case answer = 2
    case error = 3
    case signal = 4
  }

  public var kind: Kind
  /// Whether an answer is wanted.
  public var wantsAnswer = true
  /// Tells the messages of one sender apart; never 0.
  public var serial: UInt32 = 0
  public var path: String?
  public var interface: String?
  public var member: String?
  public var errorName: String?
  /// The call that this answers.
  public var answers: UInt32?
  public var destination: String?
  public var sender: String?
  public var body: [DBusValue] = []

  public init(_ kind: Kind) { self.kind = kind }

  /// A call of a method.
  public static func call(
    _ destination: String,
    _ path: String,
    _ interface: String,
    _ member: String,
    _ body: [DBusValue] = []
  ) -> DBusMessage {
    var message = DBusMessage(.call)
    message.destination = destination
    message.path = path
    message.interface = interface
    message.member = member
    message.body = body
    return message
  }

  // MARK: Writing

  private static let noAnswer: UInt8 = 1
  private static let version: UInt8 = 1

  public var encoded: [UInt8] {
    var content = DBusWriter()
    for value in body { content.write(value) }
    var writer = DBusWriter()
    writer.write(.byte(UInt8(ascii: "l")))
    writer.write(.byte(kind.rawValue))
    writer.write(.byte(wantsAnswer ? 0 : DBusMessage.noAnswer))
    writer.write(.byte(DBusMessage.version))
    writer.write(.uint32(UInt32(content.bytes.count)))
    writer.write(.uint32(serial))
    writer.write(.array(.structure([.byte, .variant]), fields))
    writer.align(to: 8)
    return writer.bytes + content.bytes
  }

  private var fields: [DBusValue] {
    let signature = body.map(\.type.code).joined()
    let fields: [(Field, DBusValue?)] = [
      (.path, path.map { .objectPath($0) }),
      (.interface, interface.map { .string($0) }),
      (.member, member.map { .string($0) }),
      (.errorName, errorName.map { .string($0) }),
      (.answers, answers.map { .uint32($0) }),
      (.destination, destination.map { .string($0) }),
      (.sender, sender.map { .string($0) }),
      (.signature, signature.isEmpty ? nil : .signature(signature)),
    ]
    return fields.compactMap { field, value in
      value.map { .structure([.byte(field.rawValue), .variant($0)]) }
    }
  }

  private enum Field: UInt8 {
    case path = 1
    case interface, member, errorName, answers, destination, sender, signature
  }

  // MARK: Reading

  /// Bytes of a message at most; the specification allows 128 MiB, none of ours comes near.
  private static let longest = 4 << 20
  private static let shortest = 16

  /// The first message in `bytes` and how many bytes it takes; nil until it is complete.
  ///
  /// - Throws: ``DBusError/malformed(_:)``; where the next message begins is not known then.
  public static func first(
    in bytes: ArraySlice<UInt8>
  ) throws(DBusError) -> (message: DBusMessage, length: Int)? {
    guard bytes.count >= shortest, let order = bytes.first else { return nil }
    guard order == UInt8(ascii: "l") || order == UInt8(ascii: "B") else {
      throw .malformed("a message has no byte order")
    }
    let isLittle = order == UInt8(ascii: "l")
    var start = DBusReader(bytes.prefix(shortest), isLittle: isLittle)
    let head = try start.all([.byte, .byte, .byte, .byte, .uint32, .uint32, .uint32])
    guard let body = head[4].number, let fields = head[6].number else { return nil }
    let padded = (shortest + Int(fields) + 7) / 8 * 8
    guard padded + Int(body) <= longest else { throw .malformed("a message is too long") }
    guard bytes.count >= padded + Int(body) else { return nil }
    let whole = bytes.prefix(padded + Int(body))
    return (try read(whole, isLittle: isLittle, bodyAt: padded, head), whole.count)
  }

  private static func read(
    _ bytes: ArraySlice<UInt8>,
    isLittle: Bool,
    bodyAt start: Int,
    _ head: [DBusValue]
  ) throws(DBusError) -> DBusMessage {
    guard case .byte(let code) = head[1], case .byte(let flags) = head[2], head[3] == .byte(version)
    else { throw .malformed("a message is of another version") }
    // Messages of kinds to come are passed over, as signals that nobody listens for.
    var message = DBusMessage(Kind(rawValue: code) ?? .signal)
    message.wantsAnswer = flags & noAnswer == 0
    message.serial = head[5].number ?? 0
    var reader = DBusReader(bytes.prefix(start), isLittle: isLittle)
    _ = try reader.all([.byte, .byte, .byte, .byte, .uint32, .uint32])
    let fields = try reader.read(.array(.structure([.byte, .variant])))
    let signature = message.take(fields.elements ?? [])
    var content = DBusReader(bytes.dropFirst(start), isLittle: isLittle)
    message.body = try content.all(try SignatureParser.types(in: signature))
    guard content.isAtEnd else { throw .malformed("a message goes on after its end") }
    return message
  }

  /// Takes over the header's fields and returns the body's signature.
  private mutating func take(_ fields: [DBusValue]) -> String {
    var signature = ""
    for case .structure(let pair) in fields {
      guard case .byte(let code) = pair[0], case .variant(let value) = pair[1] else { continue }
      switch Field(rawValue: code) {
      case .path: path = value.text
      case .interface: interface = value.text
      case .member: member = value.text
      case .errorName: errorName = value.text
      case .answers: answers = value.number
      case .destination: destination = value.text
      case .sender: sender = value.text
      case .signature: signature = value.text ?? ""
      case nil: continue
      }
    }
    return signature
  }
}
