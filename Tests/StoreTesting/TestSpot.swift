import FileSystem
import PostgreSQL
import PostgreSQLJournal
import PostgreSQLTesting
import ServerStorage
import Testing

/// A new folder, and places for stores in it or in a database.
public struct TestSpot: Sendable {
  public let folder: String
  /// The database in which stores are kept; nil for files in the folder.
  public let database: PostgreSQLSettings?

  public init(_ folder: String, database: PostgreSQLSettings? = nil) {
    self.folder = folder
    self.database = database
  }

  /// The place of a store.
  ///
  /// - Parameter name: the name of its file.
  public func place(_ name: String) -> StorePlace {
    if let database { .postgreSQL(database) } else { .file("\(folder)/\(name)") }
  }
}

/// Calls `body` with a new spot for files, and where PostgreSQL is installed with one in a database.
public func onEachSpot(_ body: (TestSpot) async throws -> Void) async throws {
  try await withFolder { folder in try await body(TestSpot(folder)) }
  guard PostgreSQLCluster.isInstalled else { return }
  do { try await withDatabaseSpot(body) } catch { Issue.record(error, "with PostgreSQL") }
}

/// Calls `body` with a new folder and an empty schema of a PostgreSQL server.
///
/// Cancels the test where PostgreSQL is not installed.
public func withDatabaseSpot(_ body: (TestSpot) async throws -> Void) async throws {
  guard PostgreSQLCluster.isInstalled else { try Test.cancel(PostgreSQLCluster.absence) }
  let settings = PostgreSQLSettings(connection: try PostgreSQLCluster.shared.get().newSchema())
  try await withFolder { folder in try await body(TestSpot(folder, database: settings)) }
}

extension TestSpot {
  /// Everything that a store holds: the bytes of its files, or its rows as text.
  ///
  /// - Parameter name: the name of its file.
  public func stored(_ name: String) throws -> [UInt8] {
    guard let database else {
      return try ["", "-wal"].flatMap { try FileContents.read("\(folder)/\(name)\($0)") }
    }
    let session = try Connection(database.connection, program: "test", timeout: 30_000)
    try session.execute("SET bytea_output = escape")
    let tables = try session.texts(
      "tables",
      """
      SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
      WHERE schemaname LIKE current_schema() || '!_%' ESCAPE '!'
      """
    )
    return try tables.flatMap { table in
      try session.texts(table, "SELECT stored::text FROM \(table) AS stored").flatMap(\.utf8)
    }
  }
}

extension Connection {
  /// The first column of a query with a name.
  fileprivate func texts(_ name: String, _ sql: String) throws -> [String] {
    let rows = try run(Statement(name, sql).alone)
    return (0..<rows.count).map { rows.text($0, 0) }
  }
}
