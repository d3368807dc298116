import DBus
import DBusServer
import LeakCheck
import Loop
import Testing

/// A client of a bus that answers as it is told to.
@LoopActor @Suite(.leavesNothingBehind) struct ConnectionTests {
  private static let rule = "type='signal',sender='org.example.Echo',interface='org.example.Echo'"

  private static let every: [DBusValue] = [
    .byte(255), .boolean(true), .boolean(false), .int32(-3), .uint32(.max), .string("Zeit für 📖"),
    .string(""), .strings([]), .strings(["a", "bc"]), .variant(.variant(.string("x"))),
    .container(.structure, contents: "ysa{sv}", [.byte(1), .string("in"), .table([])]),
    .table([("urgency", .byte(1)), ("category", .string("x")), ("suppress-sound", .boolean(true))]),
  ]

  @Test func `every kind of value arrives as it was, there and back`() async throws {
    let server = try BusServer { .values($0.body) }
    let client = try Client(server)
    let answer = try await client.connection.call("Say", of: Client.echo, Self.every)
    #expect(answer == Self.every)
    let call = try #require(server.received.last)
    #expect(call.body == Self.every)
    #expect(call.destination == "org.example.Echo")
    #expect(call.path == "/org/example/Echo")
    #expect(call.interface == "org.example.Echo")
    #expect(call.member == "Say")
    client.connection.close()
  }

  @Test func `a text goes on after a zero in it`() async throws {
    let server = try BusServer { .values($0.body) }
    let client = try Client(server)
    #expect(try await client.call("Say", .string("a\0b")) == [.string("ab")])
  }

  @Test func `an answer that nothing here has a use for is read over`() async throws {
    let server = try BusServer { _ in .values([.other(UInt8(ascii: "t")), .uint32(7)]) }
    let client = try Client(server)
    #expect(try await client.call("Say").last == .uint32(7))
  }

  @Test func `an error carries its name and its words`() async throws {
    let server = try BusServer { _ in .error("org.example.Error.Tired", "Not today.") }
    let client = try Client(server)
    let error = await client.error()
    #expect(error == .remote(name: "org.example.Error.Tired", message: "Not today."))
    #expect(error?.description == "Not today. (org.example.Error.Tired)")
    #expect(client.lost == 0)
  }

  @Test func `what is no call is refused and not sent`() async throws {
    let server = try BusServer()
    let client = try Client(server)
    let nowhere = DBusObject("org.example.Echo", "no path", "org.example.Echo")
    await #expect(throws: DBusError.unsendable("invalid argument")) {
      try await client.connection.call("Say", of: nowhere)
    }
    await #expect(throws: DBusError.self) { try await client.call("Say", .other(1)) }
    #expect(try await client.call("Say") == [])
  }

  @Test func `many calls wait at once, and each gets its own answer`() async throws {
    let server = try BusServer { .values($0.body) }
    let client = try Client(server)
    let long = String(repeating: "x", count: 1 << 18)
    let calls = (0..<40 as Range<UInt32>).map { number in
      Task { try await client.call("Say", .uint32(number), .string(long)) }
    }
    for (number, call) in calls.enumerated() {
      #expect(try await call.value == [.uint32(UInt32(number)), .string(long)])
    }
  }

  @Test func `without an answer the call ends, and the connection goes on`() async throws {
    let server = try BusServer { $0.member == "Say" ? .none : .values([]) }
    let client = try Client(server, patience: 10_000)
    try await client.call("Begin")
    #expect(await client.error() == .late)
    #expect(try await client.call("Continue") == [])
    #expect(client.lost == 0)
  }

  @Test func `a call of someone else is refused, not left waiting`() async throws {
    let server = try BusServer()
    let client = try Client(server)
    try await client.call("Begin")
    var call = ServerMessage(.call)
    (call.path, call.interface, call.member) = ("/a", "org.example.A", "Do")
    (call.sender, call.destination) = (":1.2", ":1.1")
    server.send(call)
    #expect(
      try await eventually {
        server.received.last?.errorName?.hasPrefix("org.freedesktop.DBus.Error.Unknown") == true
      }
    )
  }

  // MARK: Signals

  @Test func `signals that were asked for are heard, in order, and no others`() async throws {
    let server = try BusServer()
    let client = try Client(server)
    var heard: [DBusSignal] = []
    try await client.connection.subscribe(to: Self.rule) { heard.append($0) }
    #expect(server.received.last?.member == "AddMatch")
    #expect(server.received.last?.body == [.string(Self.rule)])
    server.send(.said(.uint32(1), .string("a")))
    var other = ServerMessage.said(.uint32(2))
    other.interface = "org.example.Other"
    server.send(other)
    server.send(.said(.uint32(3), .string("c"), member: "Sang"))
    #expect(try await eventually { heard.count >= 2 })
    #expect(heard.map(\.member) == ["Said", "Sang"])
    #expect(heard.map(\.body) == [[.uint32(1), .string("a")], [.uint32(3), .string("c")]])
  }

  @Test func `who hears a signal may close, and hears no more`() async throws {
    let server = try BusServer()
    let client = try Client(server)
    var count = 0
    for rule in [Self.rule, "type='signal',interface='org.example.Echo'"] {
      try await client.connection.subscribe(to: rule) { [connection = client.connection] _ in
        count += 1
        connection.close()
      }
    }
    server.send(.said(.uint32(1)))
    server.send(.said(.uint32(2)))
    #expect(try await eventually { count > 0 })
    #expect(await client.error() == .lost)
    #expect(count == 1)
    #expect(client.lost == 0)
  }
}
