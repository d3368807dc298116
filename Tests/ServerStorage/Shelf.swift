import PostgreSQL
import PostgreSQLJournal
import PostgreSQLTesting
import ServerStorage
import StoreTesting
import Testing

/// The errors of the tests' own store.
enum ShelfError: StoreError, Equatable {
  case taken
  case store(StoreFailure)

  var failure: StoreFailure? { if case .store(let failure) = self { failure } else { nil } }
}

/// A small store of numbered books.
struct Shelf: Sendable {
  static let books = """
    CREATE TABLE books(number INTEGER PRIMARY KEY, title TEXT, cover BLOB) STRICT, WITHOUT ROWID;
    """

  let tables: StoreTables<ShelfError>

  init(
    _ place: StorePlace,
    _ migrations: [String] = [Shelf.books],
    additions: Set<Int> = []
  ) throws(ShelfError) {
    let schema = StoreSchema(
      content: "books",
      namespace: "shelf",
      applicationID: 0x5472_6C74,
      migrations: migrations,
      additions: additions
    )
    tables = try StoreTables(place, schema, patience: 1000)
  }

  func add(_ number: Int, _ title: String? = nil) async throws(ShelfError) {
    try await tables.write { database in
      guard try !database.has("SELECT 1 FROM books WHERE number = ?", .integer(number)) else {
        throw ShelfError.taken
      }
      try database.run(
        "INSERT INTO books(number, title) VALUES (?, ?)",
        .integer(number),
        title.map { .text($0) } ?? .null
      )
    }
  }

  func numbers() async throws(ShelfError) -> [Int] {
    try await tables.read { try $0.all("SELECT number FROM books ORDER BY number") { $0.int(0) } }
  }
}

/// The failure of a store that `body` throws; nil if it throws none.
func failure<T>(_ body: () async throws -> T) async -> StoreFailure? {
  await thrown(ShelfError.self, body)?.failure
}

extension TestSpot {
  /// The settings, changed by a part of the connection string.
  func settings(_ more: String = "") throws -> PostgreSQLSettings {
    var settings = try #require(database)
    settings.connection += " \(more)"
    return settings
  }

  /// A connection beside the stores', to their tables.
  func session() throws -> Connection {
    let session = try Connection(settings().connection, program: "test", timeout: 30_000)
    try session.execute(
      "SELECT set_config('search_path', current_schema() || '_shelf', false)"
    )
    return session
  }
}

extension Connection {
  /// Ends the sessions of a program, as an administrator does.
  func endSessions(of program: String) throws {
    try execute(
      "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = '\(program)'"
    )
  }

  /// Whether a session of a program waits for something, such as a lock or a standby.
  func isWaiting(_ program: String, for event: String) throws -> Bool {
    let waiting = Statement(
      "waiting",
      [.text, .text],
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE application_name = $1 AND (wait_event_type = $2 OR wait_event = $2)
      """
    )
    let rows = try run(
      waiting.with {
        $0.add(program)
        $0.add(event)
      }
    )
    return try rows.int(0, 0) > 0
  }
}
