import Foundation
import Logging
import PostgreSQLJournal
import PostgreSQLTesting
import Testing

@testable import trellis_server

/// A database with the tables of a whole server, of which each test gets a copy.
///
/// The tables take seconds to make, and a fraction of one to copy.
enum PreparedDatabase {
  private static let original = Task {
    let connection = try PostgreSQLCluster.shared.get().newDatabase()
    try await makeTables(in: connection)
    return connection
  }

  /// The connection string of a new copy.
  static func copy() async throws -> String {
    try PostgreSQLCluster.shared.get().newDatabase(copying: try await original.value)
  }

  private static func makeTables(in connection: String) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("trellis-prepared-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = ServerConfiguration(dataFolder: folder.path)
    configuration.database = PostgreSQLSettings(connection: connection)
    configuration.products = ["streaks", "sober", "hobbyist"]
    configuration.takesTelemetry = true
    let data = ServerData(path: configuration.dataFolder)
    try data.create()
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    try await ServerStores.open(configuration, data, logger).close()
    // Its connections end on threads of their own, and a database that is in use cannot be copied.
    let cluster = try PostgreSQLCluster.shared.get()
    while try cluster.countSessions(in: connection) > 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
