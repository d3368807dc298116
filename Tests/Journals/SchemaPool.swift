import PostgreSQL
import PostgreSQLTesting
import Testing

@testable import PostgreSQLJournal

/// Runs `body` with an empty schema on the server that the tests share.
func withPostgreSQL<T>(_ body: (PostgreSQLSettings) async throws -> T) async throws -> T {
  let schema = try await SchemaPool.shared.take()
  do {
    var settings = PostgreSQLSettings(connection: schema)
    // Tests that lock a space let others wait for as long as a busy machine takes.
    settings.patience = 120_000
    let astray = RoutingCheck()
    settings.observer = astray.observer
    let result = try await body(settings)
    #expect(astray.names.isEmpty, "an engine could not tell to which database these belong")
    await SchemaPool.shared.giveBack(schema)
    return result
  } catch {
    await SchemaPool.shared.giveBack(schema)
    throw error
  }
}

/// Schemas that tests use one after the other, since a new one has hundreds of tables to create.
private actor SchemaPool {
  static let shared = SchemaPool()
  private static let most = 4

  private var made = 0
  private var free: [String] = []
  private var waiting: [CheckedContinuation<String, Never>] = []

  func take() async throws -> String {
    if let schema = free.popLast() { return schema }
    if made == Self.most { return await withCheckedContinuation { waiting.append($0) } }
    made += 1
    return try PostgreSQLCluster.shared.get().newSchema()
  }

  /// Takes a schema back, after the journal that used it was released.
  func giveBack(_ schema: String) {
    do {
      let session = try Connection(schema, program: "test", timeout: 30_000)
      let emptying = Schema.tablesOfSpaces.map { "DELETE FROM \($0)" }
      try session.execute(emptying.joined(separator: "; "))
    } catch {
      Issue.record("a schema cannot be emptied: \(error)")
    }
    if waiting.isEmpty {
      free.append(schema)
    } else {
      waiting.removeFirst().resume(returning: schema)
    }
  }
}
