import DBus
import DBusServer
import Foundation
import LeakCheck
import Loop
import Testing

/// Against the bus of D-Bus itself, where it is installed.
@LoopActor
@Suite(
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: RealBus.program),
    "there is no \(RealBus.program) here"
  ),
  .leavesNothingBehind
)
struct RealBusTests {
  private static let bus = DBusObject(
    "org.freedesktop.DBus",
    "/org/freedesktop/DBus",
    "org.freedesktop.DBus"
  )

  @Test func `a name that comes and goes is told, and calls reach who has it`() async throws {
    let real = try RealBus()
    let listener = try await real.connect()
    let name = "org.example.Trellis"
    var heard: [DBusSignal] = []
    try await listener.subscribe(
      to: "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'"
    ) { heard.append($0) }
    let other = try await real.connect()
    let answer = try await other.call("RequestName", of: Self.bus, [.string(name), .uint32(0)])
    #expect(answer == [.uint32(1)])
    // The other offers nothing, and says so.
    await #expect(throws: DBusError.self) {
      try await listener.call("Say", of: DBusObject(name, "/a", "org.example.A"))
    }
    other.close()
    #expect(try await eventually { heard.count == 2 })
    #expect(heard.map { $0.body.first?.text } == [name, name])
    #expect(heard.last?.body.last?.text == "")
    listener.close()
  }

  @Test func `a service that nobody offers is an error with its name`() async throws {
    let real = try RealBus()
    let connection = try await real.connect()
    do {
      try await connection.call("Say", of: Client.echo)
      Issue.record("somebody answered")
    } catch DBusError.remote(let name, _) {
      #expect(name == "org.freedesktop.DBus.Error.ServiceUnknown")
    }
    let names = try await connection.call("ListNames", of: Self.bus)
    #expect(names.first?.elements?.contains(.string("org.freedesktop.DBus")) == true)
    connection.close()
  }

  @Test func `the end of the bus is told once`() async throws {
    let real = try RealBus()
    var lost = 0
    let connection = try await real.connect { lost += 1 }
    real.end()
    #expect(try await eventually { lost > 0 })
    await #expect(throws: DBusError.lost) { try await connection.call("Say", of: Client.echo) }
    #expect(lost == 1)
  }
}

/// A bus of the test's own, ended when it is let go of.
@LoopActor
final class RealBus {
  nonisolated static let program = "/usr/bin/dbus-daemon"

  private let process: LoopProcess
  private let path = BusServer.freePath

  init() throws {
    let plan = LoopProcess.Plan(
      RealBus.program,
      ["--session", "--nofork", "--nopidfile", "--address=unix:path=\(path)"],
      output: .discarded,
      errors: .discarded
    )
    process = try LoopProcess(plan) { _ in }
  }

  isolated deinit {
    end()
    unlink(path)
  }

  /// Kills it, unless it has ended.
  func end() { try? process.kill(SIGKILL) }

  /// Connects once it serves.
  func connect(
    lost: @escaping @LoopActor () -> Void = {}
  ) async throws -> DBusConnection {
    let address = DBusAddress.socket(at: path)
    var connection: DBusConnection?
    _ = try await eventually {
      connection = try? DBusConnection(address, lost: lost)
      return connection != nil
    }
    let found = try #require(connection)
    try await found.subscribe(to: "type='signal',interface='org.example.Nobody'") { _ in }
    return found
  }
}
