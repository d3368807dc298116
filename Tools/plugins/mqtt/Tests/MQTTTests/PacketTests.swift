import Testing
import TrellisSDK

@testable import MQTT

/// The bytes on the wire, against the examples of the specification of MQTT 3.1.1.
@Suite struct PacketTests {
  @Test(arguments: [
    // Table 2.4.
    (0, [0x00]), (127, [0x7F]), (128, [0x80, 0x01]), (16_383, [0xFF, 0x7F]),
    (16_384, [0x80, 0x80, 0x01]), (2_097_151, [0xFF, 0xFF, 0x7F]),
    (2_097_152, [0x80, 0x80, 0x80, 0x01]), (268_435_455, [0xFF, 0xFF, 0xFF, 0x7F]),
  ])
  func `lengths have seven bits to a byte`(count: Int, bytes: [UInt8]) {
    #expect(Wire.length(count) == bytes)
  }

  @Test func `texts have their length before them`() {
    // Figure 1.3.
    #expect(Wire.text("A\u{2A6D4}") == [0x00, 0x05, 0x41, 0xF0, 0xAA, 0x9B, 0x94])
  }

  @Test(arguments: [65_532, 65_533, 65_534, 65_535])
  func `a text that is too long is cut between two characters`(letters: Int) {
    let text = String(repeating: "a", count: letters) + "\u{2A6D4}"
    let bytes = Wire.text(text)
    #expect(bytes.count == 2 + letters)
    #expect(String(validating: bytes.dropFirst(2), as: UTF8.self)?.count == letters)
  }

  @Test func `a client introduces itself`() {
    var hello = OutgoingPacket.Hello(client: "c", keepAlive: 10)
    let start: [UInt8] = [0x00, 0x04, 0x4D, 0x51, 0x54, 0x54, 0x04]
    #expect(OutgoingPacket.connect(hello).bytes == [0x10, 13] + start + [0x02, 0, 10, 0, 1, 0x63])
    hello.user = "u"
    hello.password = "p"
    hello.lastWords = OutgoingPacket.LastWords(topic: "t", payload: [0x2D])
    let fields: [UInt8] = [0, 1, 0x63, 0, 1, 0x74, 0, 1, 0x2D, 0, 1, 0x75, 0, 1, 0x70]
    // Figure 3.6, except for the flags of the last will, which is retained and sent at most once
    // here.
    #expect(OutgoingPacket.connect(hello).bytes == [0x10, 25] + start + [0xE6, 0, 10] + fields)
  }

  @Test func `messages, subscriptions and confirmations`() {
    let message = OutgoingPacket.publish(topic: "a/b", payload: [1, 2], isRetained: false)
    // Figure 3.11, without an id, which only acknowledged messages have.
    #expect(message.bytes == [0x30, 7, 0x00, 0x03, 0x61, 0x2F, 0x62, 1, 2])
    let kept = OutgoingPacket.publish(topic: "a", payload: [], isRetained: true)
    #expect(kept.bytes == [0x31, 3, 0, 1, 0x61])
    // Figures 3.21 and 3.23, with QoS 1 for both.
    let subscribe: [UInt8] = [
      0x00, 0x0A, 0x00, 0x03, 0x61, 0x2F, 0x62, 0x01, 0x00, 0x03, 0x63, 0x2F, 0x64, 0x01,
    ]
    #expect(
      OutgoingPacket.subscribe(id: 10, topics: ["a/b", "c/d"]).bytes == [0x82, 14] + subscribe
    )
    #expect(OutgoingPacket.received(id: 0x1234).bytes == [0x40, 2, 0x12, 0x34])
    #expect(OutgoingPacket.ping.bytes == [0xC0, 0])
    #expect(OutgoingPacket.disconnect.bytes == [0xE0, 0])
  }

  private static let arrived: [UInt8] =
    [0x20, 2, 0, 5] + [0x33, 6, 0, 1, 0x61, 0, 7, 0x78] + [0x30, 3, 0, 1, 0x62]
    + [0x90, 4, 0, 1, 1, 0x80] + [0x90, 3, 0, 2, 0] + [0xD0, 0] + [0x40, 2, 0, 1]

  private static let expected: [IncomingPacket] = [
    .connected(code: 5),
    .message(.init(topic: "a", payload: [0x78], isKept: true, id: 7)),
    .message(.init(topic: "b", payload: [], isKept: false, id: nil)),
    .subscribed(id: 1, isGranted: false), .subscribed(id: 2, isGranted: true), .pong, .other,
  ]

  @Test(arguments: [1, 2, 3, 7, 100])
  func `packets are cut from a stream, however it arrives`(size: Int) throws {
    var (stream, packets) = (PacketStream(), [IncomingPacket]())
    for start in stride(from: 0, to: Self.arrived.count, by: size) {
      stream.append(Self.arrived[start...].prefix(size))
      while let packet = try stream.next() { packets.append(packet) }
    }
    #expect(packets == Self.expected)
  }

  @Test(
    arguments: [
      // A length of five bytes; a topic that is longer than its packet; one that is not UTF-8; QoS
      // 3; an acknowledgement that is cut.
      [0x30, 0x80, 0x80, 0x80, 0x80, 0x01], [0x30, 3, 0, 9, 0x61], [0x30, 3, 0, 1, 0xFF],
      [0x36, 3, 0, 1, 0x61], [0x20, 1, 0],
    ] as [[UInt8]]
  )
  func `what is no packet is an error`(bytes: [UInt8]) {
    var stream = PacketStream()
    stream.append(bytes)
    #expect(throws: PacketError.broken) { try stream.next() }
  }

  @Test func `more than is taken is an error before it has arrived`() {
    var stream = PacketStream()
    stream.append([0x30] + Wire.length(PacketStream.largest + 1))
    #expect(throws: PacketError.tooLarge) { try stream.next() }
  }

  /// What a stream of bytes is: its packets, and the error that ends it.
  private struct Outcome: Equatable {
    var packets: [IncomingPacket] = []
    var error: PacketError?
  }

  /// The outcome of bytes that arrive in pieces of a size.
  private func outcome(of bytes: [UInt8], inPiecesOf size: Int) -> Outcome {
    var (stream, outcome) = (PacketStream(), Outcome())
    do throws(PacketError) {
      for start in stride(from: 0, to: bytes.count, by: size) {
        stream.append(bytes[start...].prefix(size))
        while let packet = try stream.next() { outcome.packets.append(packet) }
      }
    } catch { outcome.error = error }
    return outcome
  }

  /// The same of bytes that are all there, by the rules of section 2.2.3.
  private func expectation(of bytes: [UInt8]) -> Outcome {
    var (rest, outcome) = (bytes[...], Outcome())
    do throws(PacketError) {
      while let first = rest.first {
        let continued = Array(rest.dropFirst().prefix(4).prefix { $0 >= 128 })
        if continued.count == 4 { throw PacketError.broken }
        let place = rest.startIndex + 2 + continued.count
        guard place <= rest.endIndex else { break }
        let digits = continued + [rest[place - 1]]
        let length = digits.reversed().reduce(0) { $0 * 128 + Int($1 % 128) }
        if length > PacketStream.largest { throw PacketError.tooLarge }
        guard rest.endIndex - place >= length else { break }
        outcome.packets.append(try IncomingPacket(first, Array(rest[place..<place + length])))
        rest = rest[(place + length)...]
      }
    } catch { outcome.error = error }
    return outcome
  }

  @Test func `random bytes are the same packets and errors, however they arrive`() {
    var random = SplitMix64(seed: 311)
    // What begins packets, lengths and texts, so that more than the first packet is read.
    let alphabet: [UInt8] = [
      0x20, 0x30, 0x32, 0x33, 0x36, 0x40, 0x90, 0xD0, 0, 1, 2, 3, 4, 0x61, 0x80, 0xFF,
    ]
    var (packets, errors) = (0, [PacketError]())
    for _ in 0..<2000 {
      let bytes = (0..<40).map { _ in alphabet[Int.random(in: 0..<16, using: &random)] }
      let expected = expectation(of: bytes)
      for size in [1, 7, 40] {
        #expect(outcome(of: bytes, inPiecesOf: size) == expected, "\(bytes), \(size) at a time")
      }
      packets += expected.packets.count
      if let error = expected.error { errors.append(error) }
    }
    #expect(packets > 200)
    #expect(errors.contains(.broken) && errors.contains(.tooLarge))
  }

  @Test func `the broker’s refusals are said in words`() {
    #expect(Session.refusal(0) == nil)
    let words = (1...6).compactMap { Session.refusal($0)?.description }
    #expect(Set(words).count == 6)
    #expect(words[3] == "it does not know this user and password.")
  }
}
