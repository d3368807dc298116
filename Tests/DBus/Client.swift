import DBus
import DBusServer
import Loop

/// A connection to a bus of the test's own, and what was told of it.
@LoopActor
final class Client {
  nonisolated static let echo = DBusObject(
    "org.example.Echo",
    "/org/example/Echo",
    "org.example.Echo"
  )

  let connection: DBusConnection
  private let losses: Losses
  private let server: BusServer

  @LoopActor
  private final class Losses {
    var count = 0
  }

  /// - Parameter patience: in milliseconds; ten minutes, as other tests may keep the loop busy for
  ///   longer than a daemon would wait.
  init(_ server: BusServer, patience: UInt64 = 600_000) throws {
    let losses = Losses()
    self.losses = losses
    self.server = server
    connection = try DBusConnection(
      DBusAddress.socket(at: server.path),
      patience: patience,
      lost: { losses.count += 1 }
    )
  }

  /// How often the connection was told to be lost.
  var lost: Int { losses.count }

  @discardableResult
  func call(_ method: String, _ arguments: DBusValue...) async throws -> [DBusValue] {
    try await connection.call(method, of: Client.echo, arguments)
  }

  func error(_ method: String = "Say") async -> DBusError? {
    do {
      try await call(method)
      return nil
    } catch {
      return error as? DBusError
    }
  }
}

/// Looks again and again until it holds; a minute is longer than any machine needs.
@LoopActor
func eventually(_ holds: @LoopActor () -> Bool) async throws -> Bool {
  for _ in 0..<6000 {
    if holds() { return true }
    try await Task.sleep(nanoseconds: 10_000_000)
  }
  return false
}

extension ServerMessage {
  /// What the program at the other end says.
  static func said(_ body: DBusValue..., member: String = "Said") -> ServerMessage {
    var message = ServerMessage(.signal)
    message.path = Client.echo.path
    message.interface = Client.echo.interface
    message.member = member
    message.sender = ":1.2"
    message.body = body
    return message
  }
}
