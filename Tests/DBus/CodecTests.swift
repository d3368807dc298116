import DBus
import Testing

@Suite struct CodecTests {
  /// The bytes of a value at the start of a body.
  private func body(_ values: DBusValue...) -> [UInt8] {
    var message = DBusMessage(.signal)
    message.body = values
    let bytes = message.encoded
    return Array(bytes.suffix(Int(bytes[4])))
  }

  @Test func `texts are written as the specification shows`() {
    // "Summary of D-Bus Marshaling": foo, + and bar.
    #expect(
      body(.string("foo"), .string("+"), .string("bar")) == [
        3, 0, 0, 0, 0x66, 0x6f, 0x6f, 0, 1, 0, 0, 0, 0x2b, 0, 0, 0, 3, 0, 0, 0, 0x62, 0x61, 0x72, 0,
      ]
    )
  }

  @Test func `a list counts neither its length nor what stands before its first element`() {
    // The specification's example of an array with one 64-bit number, here in little endian.
    #expect(
      body(.array(.int64, [.int64(5)])) == [8, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]
    )
  }

  @Test func `a variant brings its type along`() {
    #expect(body(.variant(.byte(7))) == [1, UInt8(ascii: "y"), 0, 7])
    #expect(
      body(.variant(.uint32(1))) == [1, UInt8(ascii: "u"), 0, 0, 1, 0, 0, 0]
    )
  }

  /// The `Hello` message of libdbus 1.14, byte by byte.
  @Test func `a message is read as libdbus writes it and written to the same end`() throws {
    let read = try #require(try DBusMessage.first(in: Captured.hello[...]))
    #expect(read.length == Captured.hello.count)
    var hello = DBusMessage.call(
      "org.freedesktop.DBus",
      "/org/freedesktop/DBus",
      "org.freedesktop.DBus",
      "Hello"
    )
    hello.serial = 1
    #expect(read.message == hello)
    let again = try #require(try DBusMessage.first(in: hello.encoded[...]))
    #expect(again.message == hello)
    #expect(again.length == Captured.hello.count)
  }

  @Test func `a message of the other byte order is read`() throws {
    // A reply to call 7 with the number 3, in big endian.
    let bytes: [UInt8] = [
      0x42, 2, 1, 1, 0, 0, 0, 4, 0, 0, 0, 9, 0, 0, 0, 15,
      5, 1, 0x75, 0, 0, 0, 0, 7, 8, 1, 0x67, 0, 1, 0x75, 0, 0, 0, 0, 0, 3,
    ]
    let read = try #require(try DBusMessage.first(in: bytes[...]))
    #expect(read.message.kind == .answer)
    #expect(read.message.answers == 7)
    #expect(read.message.serial == 9)
    #expect(!read.message.wantsAnswer)
    #expect(read.message.body == [.uint32(3)])
  }

  @Test func `every kind of value comes back as it was`() throws {
    var message = DBusMessage(.answer)
    message.serial = 2
    message.answers = 1
    message.sender = ":1.7"
    message.body = [
      .byte(255), .boolean(true), .int16(-2), .uint16(65_535), .int32(-3), .uint32(7), .int64(-9),
      .uint64(.max), .double(0.1), .string("Zeit für 📖"), .objectPath("/a/b"), .signature("a{sv}"),
      .unixDescriptor(0), .variant(.variant(.string("x"))), .strings([]), .strings(["a", "bc"]),
      .structure([.byte(1), .string("in"), .array(.int64, [])]),
      .table([("urgency", .byte(1)), ("category", .string("x"))]),
    ]
    let bytes = message.encoded
    let read = try #require(try DBusMessage.first(in: bytes[...]))
    #expect(read.message == message)
    #expect(read.length == bytes.count)
  }

  @Test func `nothing is read before a message is complete`() throws {
    let bytes = Captured.hello
    for count in 0..<bytes.count {
      #expect(try DBusMessage.first(in: bytes.prefix(count)) == nil)
    }
    let two = bytes + bytes
    #expect(try DBusMessage.first(in: two[...])?.length == bytes.count)
    #expect(try DBusMessage.first(in: two[bytes.count...])?.length == bytes.count)
  }

  @Test(arguments: [
    "a", "a{vs}", "a{s}", "a{sss}", "(", "()", "(s", ")", "{sv}", "z",
    String(repeating: "a", count: 33) + "y",
    String(repeating: "y", count: 256),
  ])
  func `what is no signature is refused`(signature: String) throws {
    let bytes = message(signature: signature)
    #expect(throws: DBusError.self) { try DBusMessage.first(in: bytes[...]) }
  }

  private func message(signature: String) -> [UInt8] {
    let text = Array(signature.utf8)
    var fields: [UInt8] = [8, 1, UInt8(ascii: "g"), 0, UInt8(truncatingIfNeeded: text.count)]
    fields += text + [0]
    let length = UInt8(truncatingIfNeeded: fields.count)
    let high = UInt8(truncatingIfNeeded: fields.count >> 8)
    var bytes: [UInt8] = [UInt8(ascii: "l"), 4, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, length, high, 0, 0]
    bytes += fields
    while bytes.count % 8 != 0 { bytes.append(0) }
    return bytes
  }

  @Test func `damaged bytes are an error and never a crash`() throws {
    var message = DBusMessage(.signal)
    message.serial = 4
    message.path = "/org/freedesktop/Notifications"
    message.body = [
      .uint32(7), .string("done"), .table([("a", .variant(.strings(["x"]))), ("b", .double(1))]),
    ]
    let whole = message.encoded
    var random = Chance(state: 42)
    for _ in 0..<20_000 {
      var bytes = whole
      for _ in 0...random.next(3) { bytes[random.next(bytes.count)] = UInt8(random.next(256)) }
      _ = try? DBusMessage.first(in: bytes[...])
    }
  }

  @Test func `addresses are found in a list`() {
    #expect(DBusAddress.list("tcp:host=127.0.0.1,port=1").isEmpty)
    #expect(
      DBusAddress.list("unix:path=/run/user/1000/bus,guid=ab;unix:abstract=/tmp/x").count == 2
    )
    #expect(DBusAddress.list("unix:path=/a%20b") == DBusAddress.list("unix:guid=1,path=/a b"))
    #expect(DBusAddress.list("unix:path=/a%2").isEmpty)
  }
}

/// A random number generator with a fixed sequence (SplitMix64).
private struct Chance {
  var state: UInt64

  mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(bound))
  }
}
