import DBus

/// A message as a server reads and writes it.
public struct ServerMessage: Sendable {
  public enum Kind: UInt8, Sendable {
    case call = 1
    case answer = 2
    case error = 3
    case signal = 4
  }

  public var kind: Kind
  public var serial: UInt32 = 1
  public var path: String?
  public var interface: String?
  public var member: String?
  public var errorName: String?
  /// The serial of the call that this answers.
  public var answers: UInt32?
  public var destination: String?
  public var sender: String?
  public var body: [DBusValue] = []

  public init(_ kind: Kind) { self.kind = kind }

  // MARK: Writing

  public var encoded: [UInt8] {
    var content = WireWriter()
    for value in body { content.write(value) }
    var writer = WireWriter()
    writer.append([UInt8(ascii: "l"), kind.rawValue, kind == .call ? 0 : 1, 1])
    writer.number(UInt32(content.bytes.count))
    writer.number(serial)
    let fields = fields
    writer.number(UInt32(fields.count))
    writer.append(fields)
    writer.align(to: 8)
    return writer.bytes + content.bytes
  }

  private var fields: [UInt8] {
    // They begin at a multiple of eight in the message, so that places in them count from 0.
    var writer = WireWriter()
    func field(_ code: UInt8, _ type: String, _ text: String?) {
      guard let text else { return }
      writer.align(to: 8)
      writer.append([code])
      writer.signature(type)
      if type == "g" { writer.signature(text) } else { writer.write(.string(text)) }
    }
    field(1, "o", path)
    field(2, "s", interface)
    field(3, "s", member)
    field(4, "s", errorName)
    if let answers {
      writer.align(to: 8)
      writer.append([5])
      writer.signature("u")
      writer.write(.uint32(answers))
    }
    field(6, "s", destination)
    field(7, "s", sender)
    field(8, "g", body.isEmpty ? nil : body.map(\.signature).joined())
    return writer.bytes
  }

  // MARK: Reading

  /// Takes the first message off `bytes`; nil until it is complete.
  static func take(from bytes: inout [UInt8]) -> ServerMessage? {
    guard bytes.count >= 16 else { return nil }
    precondition(bytes[0] == UInt8(ascii: "l"), "no client of these tests has its big end first")
    var reader = WireReader(bytes, at: 4)
    let (length, serial) = (Int(reader.number()), reader.number())
    let start = (16 + Int(reader.number()) + 7) / 8 * 8
    guard bytes.count >= start + length, let kind = Kind(rawValue: bytes[1]) else { return nil }
    var message = ServerMessage(kind)
    message.serial = serial
    var fields = WireReader(Array(bytes[..<start]), at: 12)
    let signature = message.take(fields.values("a(yv)").first?.elements ?? [])
    var content = WireReader(Array(bytes[start..<start + length]))
    message.body = content.values(signature)
    bytes.removeFirst(start + length)
    return message
  }

  /// Takes over the header's fields and returns the body's signature.
  private mutating func take(_ fields: [DBusValue]) -> String {
    var signature = ""
    for case .container(_, _, let pair) in fields {
      guard case .byte(let code) = pair[0], case .container(_, _, let values) = pair[1] else {
        continue
      }
      switch code {
      case 1: path = values[0].text
      case 2: interface = values[0].text
      case 3: member = values[0].text
      case 4: errorName = values[0].text
      case 5: answers = values[0].number
      case 6: destination = values[0].text
      case 7: sender = values[0].text
      case 8: signature = values[0].text ?? ""
      default: continue
      }
    }
    return signature
  }
}
