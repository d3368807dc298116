import PostgreSQL
import PostgreSQLJournal

/// Brings the tables of a store in a PostgreSQL database up to date.
///
/// Each step is a transaction that also records its name, so an interrupted migration continues
/// with the step that was not applied. Nodes that start together wait for each other.
struct StoreMigrator {
  private let connection: Connection
  private let schema: StoreSchema

  init(_ connection: Connection, _ schema: StoreSchema) {
    self.connection = connection
    self.schema = schema
  }

  /// Applies the steps that are missing; writes nothing if none is.
  ///
  /// - Returns: the number of steps that this version does not know, since a newer one has applied
  ///   them; if it is not 0, nothing was changed.
  func run() throws(PostgreSQLError) -> Int {
    while true {
      let applied = try applied()
      let unknown = applied.subtracting(names).count
      guard unknown == 0, let next = names.firstIndex(where: { !applied.contains($0) }) else {
        return unknown
      }
      do throws(PostgreSQLError) {
        try apply(next)
      } catch {
        try connection.rollback()
        throw error
      }
    }
  }

  /// The names of the steps, of which a released one never changes.
  private var names: [String] {
    (1...schema.version).map { "\(schema.namespace) \($0)" }
  }

  private func applied() throws(PostgreSQLError) -> Set<String> {
    guard try connection.run(Self.findTable.alone).bool(0, 0) else { return [] }
    let found = try connection.run(Self.findApplied.alone)
    return Set((0..<found.count).map { found.text($0, 0) })
  }

  private func apply(_ index: Int) throws(PostgreSQLError) {
    try connection.execute(
      "BEGIN ISOLATION LEVEL READ COMMITTED; \(Self.prepareTable)",
      isUnlimited: true
    )
    // Another node may have applied it while this one waited for the lock.
    if try !applied().contains(names[index]) {
      let step = SQLTranslation.migration(schema.migrations[index])
      try connection.execute(step, isUnlimited: true)
      _ = try connection.run(Self.note.with { $0.add(names[index]) })
    }
    try connection.execute("COMMIT", isUnlimited: true)
  }

  /// Locks out other nodes that migrate, and makes the schema and the table of the steps.
  private static let prepareTable = """
    \(Link.preparation(of: "trellis store"))
    CREATE TABLE IF NOT EXISTS store_migrations (
      name text PRIMARY KEY, applied timestamptz NOT NULL DEFAULT now());
    """

  private static let findTable = Statement(
    "migrations table",
    "SELECT to_regclass('store_migrations') IS NOT NULL"
  )
  private static let findApplied = Statement(
    "migrations applied",
    "SELECT name FROM store_migrations"
  )
  private static let note = Statement(
    "migration note",
    [.text],
    "INSERT INTO store_migrations (name) VALUES ($1)"
  )
}
