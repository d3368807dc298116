import DBus
import DBusServer
import LeakCheck
import Loop
import Testing

/// How connections begin and end.
@LoopActor @Suite(.leavesNothingBehind) struct EndTests {
  @Test func `without the library there is no bus, in words`() {
    let error = #expect(throws: DBusError.self) { _ = try SDBus.load("libnothing-such.so.0") }
    #expect(error?.description.hasPrefix("There is no session bus: this system lacks") == true)
  }

  @Test func `an address where nothing is says so at once`() {
    let error = #expect(throws: DBusError.self) {
      _ = try DBusConnection("unix:path=/nonexistent", lost: {})
    }
    #expect(error?.description == "There is no session bus: no such file or directory.")
    #expect(throws: DBusError.self) { _ = try DBusConnection("carrier:pigeon", lost: {}) }
  }

  @Test func `the first address that can be reached is taken, whatever its name holds`()
    async throws
  {
    let server = try BusServer(at: BusServer.freePath + " ä,%;")
    let addresses = "unix:path=/nonexistent;\(DBusAddress.socket(at: server.path))"
    let connection = try DBusConnection(addresses, lost: {})
    try await connection.call("Say", of: Client.echo)
    connection.close()
  }

  @Test func `a bus that does not want this user refuses`() async throws {
    let client = try Client(try BusServer(welcome: .rejects))
    guard case .refused? = await client.error() else {
      Issue.record("it was not refused")
      return
    }
    #expect(client.lost == 0)
  }

  @Test func `a bus that says nothing is given up`() async throws {
    let client = try Client(try BusServer(welcome: .isSilent), patience: 1000)
    #expect(await client.error() == .late)
    #expect(await client.error() == .late)
    #expect(client.lost == 0)
  }

  @Test func `a bus that goes is told once, and so is who waits for an answer`() async throws {
    let server = try BusServer { $0.member == "Say" ? .none : .values([]) }
    let client = try Client(server)
    try await client.call("Begin")
    async let first = client.error()
    async let second = client.error()
    #expect(try await eventually { server.received.count { $0.member == "Say" } == 2 })
    server.disconnect()
    #expect(await [first, second] == [.lost, .lost])
    #expect(try await eventually { client.lost > 0 })
    #expect(await client.error() == .lost)
    #expect(client.lost == 1)
    client.connection.close()
    #expect(client.lost == 1)
  }

  @Test func `who closes hears of no loss, and who waits does`() async throws {
    let server = try BusServer { $0.member == "Say" ? .none : .values([]) }
    let client = try Client(server)
    try await client.call("Begin")
    async let answer = client.error()
    #expect(try await eventually { server.received.last?.member == "Say" })
    client.connection.close()
    #expect(await answer == .lost)
    #expect(client.lost == 0)
  }

  @Test func `bytes that are no message end the connection, once`() async throws {
    let server = try BusServer()
    let client = try Client(server)
    try await client.call("Begin")
    server.send([UInt8](repeating: 0xff, count: 64))
    #expect(try await eventually { client.lost > 0 })
    #expect(client.lost == 1)
    #expect(await client.error() != nil)
  }

  @Test func `damaged signals are never a crash`() async throws {
    let whole = ServerMessage.said(
      .uint32(7),
      .table([("a", .variant(.strings(["x"]))), ("b", .byte(1))])
    ).encoded
    var random = Chance(state: 42)
    for _ in 0..<300 {
      let server = try BusServer()
      let client = try Client(server)
      try await client.connection.subscribe(to: "type='signal'") { _ in }
      for _ in 0..<8 {
        var bytes = whole
        for _ in 0...random.next(3) { bytes[random.next(bytes.count)] = UInt8(random.next(256)) }
        server.send(bytes)
      }
      server.disconnect()
      #expect(try await eventually { client.lost == 1 })
    }
  }

  @Test func `nothing stays open, closed or only dropped`() async throws {
    let server = try BusServer { $0.member == "Say" ? .none : .values([]) }
    let log = HandleLog()
    try await HandleLog.$current.withValue(log) {
      for round in 0..<50 {
        let client = try Client(server)
        try await client.connection.subscribe(to: "type='signal'") { _ in }
        async let answer = client.error()
        if round.isMultiple(of: 2) {
          client.connection.close()
          #expect(await answer == .lost)
        } else {
          try await client.call("Begin")
          client.connection.close()
          _ = await answer
        }
      }
      weak var dropped: DBusConnection?
      do {
        let client = try Client(server)
        try await client.call("Begin")
        dropped = client.connection
      }
      #expect(try await eventually { dropped == nil })
    }
    await LoopActor.run {}
    #expect(log.open.isEmpty)
    // The bus serves one client after the other, so that the socket of the last is closed too.
    try await Client(server).call("Begin")
  }
}

/// Numbers that look random and are the same each time (SplitMix64).
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
