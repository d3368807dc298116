/// A packet that a client sends (MQTT 3.1.1, OASIS Standard, 29 October 2014).
enum OutgoingPacket: Sendable, Equatable {
  case connect(Hello)
  case publish(topic: String, payload: [UInt8], isRetained: Bool)
  /// Acknowledges a message that was sent at least once.
  case received(id: UInt16)
  /// Subscribes to the messages of topics, each at least once.
  case subscribe(id: UInt16, topics: [String])
  case ping
  case disconnect

  /// The client's data when it connects.
  struct Hello: Sendable, Equatable {
    var client: String
    /// In seconds.
    var keepAlive: UInt16
    var user: String?
    var password: String?
    /// The message that the broker publishes and retains if the client is lost.
    var lastWords: LastWords?
  }

  struct LastWords: Sendable, Equatable {
    var topic: String
    var payload: [UInt8]
  }

  /// The bytes on the wire.
  var bytes: [UInt8] {
    switch self {
    case .connect(let hello): packet(0x10, hello.bytes)
    case .publish(let topic, let payload, let isRetained):
      packet(isRetained ? 0x31 : 0x30, Wire.text(topic) + payload)
    case .received(let id): packet(0x40, Wire.number(id))
    case .subscribe(let id, let topics):
      // The four lower bits are reserved: 0010 (section 3.8.1).
      packet(0x82, Wire.number(id) + topics.flatMap { Wire.text($0) + [1] })
    case .ping: packet(0xC0, [])
    case .disconnect: packet(0xE0, [])
    }
  }

  private func packet(_ first: UInt8, _ rest: [UInt8]) -> [UInt8] {
    [first] + Wire.length(rest.count) + rest
  }
}

extension OutgoingPacket.Hello {
  /// The flags of section 3.1.2.3: a clean session, and a retained last will of QoS 0.
  private var flags: UInt8 {
    var flags: UInt8 = 0x02
    if lastWords != nil { flags |= 0x04 | 0x20 }
    if password != nil { flags |= 0x40 }
    if user != nil { flags |= 0x80 }
    return flags
  }

  fileprivate var bytes: [UInt8] {
    var bytes = Wire.text("MQTT") + [4, flags] + Wire.number(keepAlive) + Wire.text(client)
    if let lastWords { bytes += Wire.text(lastWords.topic) + Wire.blob(lastWords.payload) }
    if let user { bytes += Wire.text(user) }
    if let password { bytes += Wire.text(password) }
    return bytes
  }
}

/// A packet that a broker sends.
enum IncomingPacket: Sendable, Equatable {
  /// The acknowledgement of a connection; 0 if it was accepted.
  case connected(code: UInt8)
  case message(Message)
  /// The acknowledgement of a subscription: for each topic whether it was granted.
  case subscribed(id: UInt16, isGranted: Bool)
  case pong
  /// A packet that such a client does not use.
  case other

  struct Message: Sendable, Equatable {
    let topic: String
    let payload: [UInt8]
    /// Whether the broker retained it from before, so that it is not new.
    let isKept: Bool
    /// The id to acknowledge; nil if no acknowledgement is required.
    let id: UInt16?
  }

  /// - Parameters:
  ///   - first: the first byte of the packet.
  ///   - rest: everything after its length.
  /// - Throws: ``PacketError`` if it is not a packet.
  init(_ first: UInt8, _ rest: [UInt8]) throws(PacketError) {
    var reader = WireReader(rest)
    switch first >> 4 {
    case 2:
      _ = try reader.byte()
      self = .connected(code: try reader.byte())
    case 3:
      let quality = first >> 1 & 3
      guard quality < 3 else { throw PacketError.broken }
      let topic = try reader.text()
      let id = quality > 0 ? try reader.number() : nil
      self = .message(
        Message(
          topic: topic,
          payload: reader.rest,
          isKept: first & 1 == 1,
          id: quality == 1 ? id : nil
        )
      )
    case 9:
      let id = try reader.number()
      self = .subscribed(id: id, isGranted: !reader.rest.contains { $0 & 0x80 != 0 })
    case 13: self = .pong
    default: self = .other
    }
  }
}

/// The data is not MQTT, or a packet exceeds the limit.
enum PacketError: Error, Sendable, Equatable, CustomStringConvertible {
  case broken
  case tooLarge

  var description: String {
    switch self {
    case .broken: "what answers there does not speak MQTT 3.1.1."
    case .tooLarge: "it sent more at once than is taken."
    }
  }
}

/// Cuts a stream of bytes into packets.
struct PacketStream: Sendable {
  /// The maximum number of bytes of one packet.
  static let largest = 256 << 10

  private var bytes: [UInt8] = []

  mutating func append(_ piece: some Sequence<UInt8>) { bytes += piece }

  /// The next packet; nil until all of it has arrived.
  mutating func next() throws(PacketError) -> IncomingPacket? {
    guard let first = bytes.first, let (count, place) = try length() else { return nil }
    guard bytes.count >= place + count else { return nil }
    let packet = try IncomingPacket(first, Array(bytes[place..<(place + count)]))
    bytes.removeFirst(place + count)
    return packet
  }

  /// The packet's remaining length (section 2.2.3) and where it begins; nil until it has arrived.
  private func length() throws(PacketError) -> (count: Int, place: Int)? {
    var count = 0
    for (index, byte) in bytes.dropFirst().prefix(4).enumerated() {
      count |= Int(byte & 0x7F) << (7 * index)
      guard byte & 0x80 != 0 else {
        guard count <= PacketStream.largest else { throw .tooLarge }
        return (count, index + 2)
      }
    }
    if bytes.count > 4 { throw .broken }
    return nil
  }
}

/// The encoding of values (section 1.5).
enum Wire {
  static func number(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }

  /// A text with its length before it; a longer one is cut.
  ///
  /// The cut is between two characters, since a broker closes a connection on which a text is not
  /// UTF-8.
  static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var end = min(bytes.count, Int(UInt16.max))
    while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return blob(Array(bytes[..<end]))
  }

  static func blob(_ bytes: [UInt8]) -> [UInt8] {
    let taken = bytes.prefix(Int(UInt16.max))
    return number(UInt16(taken.count)) + taken
  }

  /// The remaining length: seven bits per byte, the least significant first (section 2.2.3).
  static func length(_ count: Int) -> [UInt8] {
    var (rest, bytes) = (count, [UInt8]())
    repeat {
      let more: UInt8 = rest > 0x7F ? 0x80 : 0
      bytes.append(UInt8(rest & 0x7F) | more)
      rest >>= 7
    } while rest > 0
    return bytes
  }
}

private struct WireReader {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var rest: [UInt8] { Array(bytes) }

  mutating func byte() throws(PacketError) -> UInt8 {
    guard let byte = bytes.popFirst() else { throw .broken }
    return byte
  }

  mutating func number() throws(PacketError) -> UInt16 {
    UInt16(try byte()) << 8 | UInt16(try byte())
  }

  mutating func text() throws(PacketError) -> String {
    let count = Int(try number())
    guard bytes.count >= count else { throw .broken }
    defer { bytes = bytes.dropFirst(count) }
    guard let text = String(validating: bytes.prefix(count), as: UTF8.self) else { throw .broken }
    return text
  }
}
