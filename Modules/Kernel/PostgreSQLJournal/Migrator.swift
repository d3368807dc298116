import PostgreSQL

/// Brings the tables of a schema up to date.
///
/// Each step is a transaction that also records its name, so an interrupted migration continues
/// with the step that was not applied. Nodes that start together wait for each other.
package struct Migrator {
  private let connection: Connection
  private let content: String
  private let migrations: [Migration]
  private let level: Int

  private let findTable: Statement
  private let findApplied: Statement
  private let note: Statement

  /// - Parameters:
  ///   - content: what the tables belong to; the applied steps are in `CONTENT_migrations`.
  ///   - level: the highest level that this program knows (``Migration/level``).
  package init(
    _ connection: Connection,
    _ content: String,
    _ migrations: [Migration],
    level: Int
  ) {
    self.connection = connection
    self.content = content
    self.migrations = migrations
    self.level = level
    let table = "\(content)_migrations"
    findTable = Statement("migrations table", "SELECT to_regclass('\(table)') IS NOT NULL")
    findApplied = Statement("migrations applied", "SELECT name, level FROM \(table)")
    note = Statement(
      "migration note",
      [.text, .bigint],
      "INSERT INTO \(table) (name, level) VALUES ($1, $2)"
    )
  }

  /// Applies the steps that are missing; writes nothing if none is.
  ///
  /// Steps that this version does not know are those of the next one, which may run beside it.
  ///
  /// - Returns: the level of the tables; if it is higher than this program knows, a later version
  ///   has changed them so that this one must not work with them, and nothing was changed.
  @discardableResult
  package func run() throws(PostgreSQLError) -> Int {
    while true {
      let applied = try applied()
      guard applied.level <= level,
        let next = migrations.first(where: { !applied.names.contains($0.name) })
      else { return applied.level }
      do throws(PostgreSQLError) {
        try apply(next)
      } catch {
        try connection.rollback()
        throw error
      }
    }
  }

  private func applied() throws(PostgreSQLError) -> (names: Set<String>, level: Int) {
    guard try connection.run(findTable.alone).bool(0, 0) else { return ([], 0) }
    let found = try connection.run(findApplied.alone)
    let levels = try found.map { row throws(PostgreSQLError) in try found.int(row, 1) }
    return (Set((0..<found.count).map { found.text($0, 0) }), levels.max() ?? 0)
  }

  private func apply(_ migration: Migration) throws(PostgreSQLError) {
    try connection.execute(
      "BEGIN ISOLATION LEVEL READ COMMITTED; \(prepareTable)",
      isUnlimited: true
    )
    // Another node may have applied it while this one waited for the lock, or raised the level.
    let applied = try applied()
    if applied.level <= level, !applied.names.contains(migration.name) {
      try connection.execute(migration.sql, isUnlimited: true)
      _ = try connection.run(
        note.with {
          $0.add(migration.name)
          $0.add(migration.level)
        }
      )
    }
    try connection.execute("COMMIT", isUnlimited: true)
  }

  /// Locks out other nodes that migrate, and makes the schema and the table of the steps.
  ///
  /// The lock belongs to the schema, so that tables of others in the database do not wait, and ends
  /// with the transaction. The time limit for locks does not count: a node that migrates much is
  /// waited for. Creating the schema takes a right that the user may lack if somebody else has made
  /// it.
  private var prepareTable: String {
    """
    SET LOCAL lock_timeout = 0;
    SELECT pg_advisory_xact_lock(
      hashtext('trellis \(content)'), hashtext(current_setting('search_path')));
    DO $$ BEGIN
      IF current_schema() IS NULL THEN
        EXECUTE 'CREATE SCHEMA ' || current_setting('search_path');
      END IF;
    END $$;
    CREATE TABLE IF NOT EXISTS \(content)_migrations (
      name text PRIMARY KEY, level bigint NOT NULL, applied timestamptz NOT NULL DEFAULT now());
    """
  }
}

extension Migrator {
  /// Of the tables of a journal.
  init(_ connection: Connection, _ migrations: [Migration] = Schema.migrations) {
    self.init(connection, "journal", migrations, level: Schema.level)
  }
}

/// A step that adds to the tables.
package struct Migration {
  /// The name under which the database records the step as applied.
  let name: String
  let sql: String
  /// The level that a program must know once the step was applied.
  let level: Int

  package init(_ name: String, _ sql: String, level: Int) {
    self.name = name
    self.sql = sql
    self.level = level
  }
}

extension Migration {
  /// A step of the tables of a journal, which all versions of this level understand.
  init(_ name: String, _ sql: String) { self.init(name, sql, level: Schema.level) }
}
