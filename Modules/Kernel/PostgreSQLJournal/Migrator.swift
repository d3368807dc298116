import PostgreSQL

/// Brings the tables of a database up to date.
///
/// Each step is a transaction that also records its name, so an interrupted migration continues
/// with the step that was not applied. Nodes that start together wait for each other.
struct Migrator {
  private let connection: Connection
  private let migrations: [Migration]

  init(_ connection: Connection, _ migrations: [Migration] = Schema.migrations) {
    self.connection = connection
    self.migrations = migrations
  }

  /// Applies the steps that are missing; writes nothing if none is.
  ///
  /// Steps that this version does not know are those of the next one, which runs beside it.
  ///
  /// - Throws: an error of the kind `other` with the state ``tooNew`` if a later version has
  ///   changed the tables in a way that this one must not work with.
  func run() throws(PostgreSQLError) {
    var applied = try self.applied()
    while let next = migrations.first(where: { !applied.contains($0.name) }) {
      do {
        try apply(next)
      } catch {
        try connection.rollback()
        throw error
      }
      applied = try self.applied()
    }
  }

  /// The state of an error for tables that only a later version knows.
  static let tooNew = "level"

  private func applied() throws(PostgreSQLError) -> Set<String> {
    guard try connection.run(Self.findTable.alone).bool(0, 0) else { return [] }
    let found = try connection.run(Self.findApplied.alone)
    var names: Set<String> = []
    for row in 0..<found.count {
      guard try found.int(row, 1) <= Schema.level else {
        throw PostgreSQLError(.other, state: Self.tooNew, "the tables have a newer level")
      }
      names.insert(found.text(row, 0))
    }
    return names
  }

  private func apply(_ migration: Migration) throws(PostgreSQLError) {
    try connection.execute(
      "BEGIN ISOLATION LEVEL READ COMMITTED; \(Self.prepareTable)",
      isUnlimited: true
    )
    // Another node may have applied it while this one waited for the lock.
    if try !applied().contains(migration.name) {
      try connection.execute(migration.sql, isUnlimited: true)
      _ = try connection.run(
        Self.note.with {
          $0.add(migration.name)
          $0.add(Schema.level)
        }
      )
    }
    try connection.execute("COMMIT", isUnlimited: true)
  }

  /// Locks out other nodes that migrate, and makes the table of the steps.
  private static let prepareTable = """
    \(Link.preparation(of: "trellis journal"))
    CREATE TABLE IF NOT EXISTS journal_migrations (
      name text PRIMARY KEY, level bigint NOT NULL, applied timestamptz NOT NULL DEFAULT now());
    """

  private static let findTable = Statement(
    "migrations table",
    "SELECT to_regclass('journal_migrations') IS NOT NULL"
  )
  private static let findApplied = Statement(
    "migrations applied",
    "SELECT name, level FROM journal_migrations"
  )
  private static let note = Statement(
    "migration note",
    [.text, .bigint],
    "INSERT INTO journal_migrations (name, level) VALUES ($1, $2)"
  )
}
