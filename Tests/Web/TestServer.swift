import Core
import Logging
import Products

@testable import HTTPServing
@testable import Web

/// A server on ports of its own, for tests over real connections.
enum TestServer {
  /// Runs `body` with a server on a separate port, and stops the server afterwards.
  static func run(
    _ adjust: (inout WebConfiguration) -> Void = { _ in },
    _ body: (Int, TestHost) async throws -> Void
  ) async throws {
    let sockets = try LoopbackSockets.open(port: 0)
    defer { sockets.close() }
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    var configuration = WebConfiguration(
      listeners: [.loopback(sockets)],
      token: World.token,
      secret: World.secret,
      version: "1.0",
      didListen: { listening.yield($0) }
    )
    adjust(&configuration)
    let host = try await TestHost.open(.hobbyist)
    let server = try WebServer(
      host: host,
      presentations: [GardenPresentation.self],
      configuration: configuration,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    let running = Task {
      // Also when it could not listen.
      defer { listening.finish() }
      try await server.run()
    }
    for await port in ports {
      try await body(port, host)
      break
    }
    running.cancel()
    try await running.value
  }
}
