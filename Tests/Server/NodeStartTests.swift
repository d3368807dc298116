import Core
import Foundation
import HTTPClient
import Logging
import func LoopbackHTTP.unusedPort
import PostgreSQLJournal
import PostgreSQLTesting
import Testing

@testable import trellis_server

/// A node that starts while its database cannot be written.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct NodeStartTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("trellis-server-\(UUID().uuidString)")
  private let client = HTTPClient(HTTPClient.Options(userAgent: "test"))

  private func server(
    _ database: PostgreSQLSettings,
    port: Int,
    patience: Duration
  ) -> ServerRun {
    var configuration = ServerConfiguration(dataFolder: folder.path)
    configuration.database = database
    configuration.database?.patience = 100
    configuration.listen = [ListenAddress(host: "127.0.0.1", port: port)]
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    return ServerRun(configuration: configuration, logger: logger, patience: patience)
  }

  /// Asks until the answer has a status, at most a minute; returns it.
  private func answer(
    _ status: Int,
    _ path: String,
    at port: Int
  ) async throws -> HTTPResponse? {
    let url = try HTTPURL("http://127.0.0.1:\(port)\(path)")
    for _ in 0..<600 {
      if let answer = try? await client.send(HTTPRequest(.get, url)), answer.status == status {
        return answer
      }
      try await Task.sleep(for: .milliseconds(100))
    }
    return nil
  }

  @Test(.timeLimit(.minutes(3)))
  func `a node beside a standby alone lives, and is ready once that is promoted`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let primary = try PostgreSQLCluster()
    let settings = PostgreSQLSettings(connection: try primary.newSchema())
    let world = try await ServerWorld.open { $0.database = settings }
    _ = try await world.signUp()
    await world.stores.close()
    let standby = try PostgreSQLCluster(following: primary)
    try primary.crash()
    let address = settings.connection.replacing(primary.folder, with: standby.folder)
    let port = try unusedPort()
    let run = Task {
      try await server(
        PostgreSQLSettings(connection: address),
        port: port,
        patience: .seconds(300)
      ).serve()
    }
    #expect(try await answer(503, "/health/ready", at: port) != nil)
    #expect(try await answer(200, "/health/live", at: port) != nil)
    let refused = try #require(try await answer(503, "/api/v1/server", at: port))
    #expect(refused.headers["Retry-After"] == "5")
    #expect(String(decoding: refused.body, as: UTF8.self).contains("Nothing was lost"))
    try standby.promote()
    #expect(try await answer(200, "/health/ready", at: port) != nil)
    run.cancel()
    _ = try? await run.value
  }

  @Test func `a node whose database never comes ends with a plain sentence`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let nowhere = PostgreSQLSettings(connection: "host=/nowhere user=me password=hunter2")
    let server = server(nowhere, port: 0, patience: .zero)
    let error = await #expect(throws: DomainError.self) { try await server.serve() }
    #expect(error?.code == "database-away")
    #expect(error?.message.contains("nothing was lost") == true)
    #expect(error?.message.contains("hunter2") == false)
  }
}
