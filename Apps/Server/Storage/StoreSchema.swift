import FileSystem
import SQLite

/// The tables of one of the server's own stores, and the settings of its file.
package struct StoreSchema: Sendable {
  /// The contents of the file, as the subject of a sentence: `accounts`.
  package let content: String
  /// What a PostgreSQL database calls them, in names that never change: `accounts`.
  package let namespace: String
  /// In the file's header: distinguishes it from files of other programs, and of other content.
  let applicationID: Int64
  /// What each version added; never edited once released, only appended to.
  ///
  /// PostgreSQL gets the same texts, translated: see ``SQLTranslation``.
  let migrations: [String]
  /// The versions that only added what the version before them does not notice, such as a column with
  /// a default or a table.
  ///
  /// In PostgreSQL that earlier version keeps running beside them, and can be started again. It
  /// refuses a file, which one program uses alone.
  let additions: Set<Int>
  /// Whether files of the first version have no number, since they are older than this type.
  let beganUnnumbered: Bool

  package init(
    content: String,
    namespace: String,
    applicationID: Int64,
    migrations: [String],
    additions: Set<Int> = [],
    beganUnnumbered: Bool = false
  ) {
    self.content = content
    self.namespace = namespace
    self.applicationID = applicationID
    self.migrations = migrations
    self.additions = additions
    self.beganUnnumbered = beganUnnumbered
  }

  /// The version that this program writes.
  var version: Int { migrations.count }

  /// The oldest SQLite that knows IS DISTINCT FROM, by which statements compare values that may be
  /// NULL as PostgreSQL does.
  private static let oldestLibrary = 3_039_000

  /// Rejects files of other programs, and newer ones, without changing them.
  ///
  /// - Returns: the file's version; 0 for an empty file.
  func identify(_ database: Database, _ path: String) throws -> Int {
    let name = StoreName(content, path)
    guard Database.libraryVersion >= StoreSchema.oldestLibrary else {
      throw StoreFailure(
        code: .unavailable,
        message: "The SQLite library on this computer is too old. Install version 3.39 or newer.",
        detail: "\(Database.libraryVersion)"
      )
    }
    let application = try database.integer("PRAGMA application_id") ?? 0
    let found = try database.userVersion()
    let tables = try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
    if application == 0, found == 0, tables == 0 {
      // SQLite treats a few arbitrary bytes as an empty database, and would overwrite them.
      guard try database.integer("PRAGMA page_count") ?? 0 > 0 || DiskSpace.size(of: path) == 0
      else {
        throw StoreFailure.foreign(name, "too short")
      }
      return 0
    }
    if beganUnnumbered, application == applicationID, found == 0 {
      try database.setUserVersion(1)
      return 1
    }
    guard application == applicationID, found > 0 else {
      throw StoreFailure.foreign(name, "application id \(application)")
    }
    guard found <= version else {
      throw StoreFailure.tooNew(name, version: found, known: version)
    }
    return found
  }

  /// Migrates a file from a version to the newest, atomically.
  func migrate(_ database: Database, from old: Int) throws(SQLiteError) {
    guard old < version else { return }
    try database.transaction { () throws(SQLiteError) in
      for step in migrations[old...] { try database.execute(step) }
      try database.setUserVersion(version)
      try database.execute("PRAGMA application_id = \(applicationID)")
    }
  }

  /// Makes a connection durable.
  ///
  /// What COMMIT confirms survives a power loss, and what is deleted is overwritten.
  static func makeDurable(_ database: Database) throws(SQLiteError) {
    // The file has no triggers: any trigger in it was added by somebody else.
    try database.disableTriggers()
    let mode = try database.text("PRAGMA journal_mode = WAL") ?? ""
    try database.execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA secure_delete = ON;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      PRAGMA journal_size_limit = 16777216;
      """
    )
    // These can fail to take effect without an error.
    let level = try database.integer("PRAGMA synchronous") ?? 0
    let keys = try database.integer("PRAGMA foreign_keys") ?? 0
    guard mode == "wal", level == 2, keys == 1 else {
      throw SQLiteError(
        extendedCode: SQLiteError.misuse,
        message: "journal mode \(mode), synchronous \(level), foreign keys \(keys)"
      )
    }
  }
}
