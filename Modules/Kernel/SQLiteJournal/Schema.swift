import FileSystem
import Glibc
import Journals
import SQLite

/// The tables of a journal file, and the settings of its connections.
enum Schema {
  /// "Trls" in ASCII, in the file's header: distinguishes journals from files of other programs.
  static let applicationID: Int64 = 0x5472_6C73

  /// How a version is reached from the previous one.
  private enum Migration {
    case sql(String)
    case code(@Sendable (Database) throws(SQLiteError) -> Void)
    /// The step to the next version also migrates files of the previous one.
    case next
  }

  /// What each version added; only ever appended to, since released entries must not be edited.
  ///
  /// The index of ids starts with the id, which starts with the time: a batch for many spaces
  /// touches one page of it, not one for each space.
  private static let migrations: [Migration] = [
    .sql(
      """
      CREATE TABLE meta(name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE spaces(
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        id BLOB NOT NULL UNIQUE,
        last_erasure INTEGER NOT NULL DEFAULT 0) STRICT;
      CREATE TABLE facts(
        space INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        id BLOB NOT NULL,
        clock INTEGER NOT NULL,
        device INTEGER NOT NULL,
        kind TEXT NOT NULL,
        version INTEGER NOT NULL,
        entity BLOB,
        erases INTEGER NOT NULL,
        payload BLOB,
        payload_hash BLOB NOT NULL,
        chain_hash BLOB NOT NULL,
        PRIMARY KEY(space, seq)) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX facts_id ON facts(id, space);
      CREATE TABLE erased(
        space INTEGER NOT NULL,
        entity BLOB NOT NULL,
        PRIMARY KEY(space, entity)) STRICT, WITHOUT ROWID;
      CREATE TABLE snapshots(
        key INTEGER PRIMARY KEY AUTOINCREMENT,
        space INTEGER NOT NULL,
        set_id INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        chain_hash BLOB NOT NULL,
        bytes BLOB NOT NULL,
        bytes_hash BLOB NOT NULL,
        UNIQUE(space, set_id)) STRICT;
      CREATE TABLE alarms(
        space INTEGER NOT NULL,
        module TEXT NOT NULL,
        key TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY(space, module, key)) STRICT, WITHOUT ROWID;
      CREATE INDEX alarms_at ON alarms(at, space, module, key);
      """
    ),
    // Stores the head of each space beside its rows, so that missing rows at the end are noticed;
    // and the end of an alarm's lease. The column of facts has another name, so that a program of
    // the previous version, which may be running and does not know heads, gets an error when it
    // writes.
    .sql(
      """
      ALTER TABLE spaces ADD COLUMN head INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE spaces ADD COLUMN head_hash BLOB;
      UPDATE spaces SET
        head = coalesce((SELECT max(seq) FROM facts WHERE space = spaces.key), 0),
        head_hash = (
          SELECT chain_hash FROM facts WHERE space = spaces.key ORDER BY seq DESC LIMIT 1);
      ALTER TABLE alarms ADD COLUMN claimed_until INTEGER;
      ALTER TABLE facts RENAME COLUMN erases TO erasing;
      """
    ),
    // Stores how spaces are synchronized, by `seq`, since an entry stands for a row of the space.
    // The column has another name again, for programs that do not know amendments. The two indexes
    // of facts have few rows or none.
    .sql(
      """
      ALTER TABLE facts RENAME COLUMN erasing TO erasure;
      CREATE INDEX facts_amendments ON facts(space, seq) WHERE kind = 'sync.amended';
      CREATE INDEX facts_erasures ON facts(space, entity) WHERE erasure = 1;
      CREATE TABLE sync_states(space INTEGER PRIMARY KEY, state BLOB NOT NULL) STRICT;
      CREATE TABLE sync_entries(
        space INTEGER NOT NULL,
        author INTEGER NOT NULL,
        number INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        alias INTEGER NOT NULL,
        position INTEGER,
        clock INTEGER,
        refusal TEXT,
        received INTEGER,
        tag INTEGER NOT NULL,
        floor INTEGER NOT NULL,
        PRIMARY KEY(space, author, number)) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX sync_entries_position ON sync_entries(space, position)
        WHERE position IS NOT NULL;
      CREATE INDEX sync_entries_seq ON sync_entries(space, seq) WHERE alias = 0;
      CREATE INDEX sync_entries_clock ON sync_entries(space, clock)
        WHERE alias = 0 AND clock IS NOT NULL;
      CREATE TABLE sync_made(
        space INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        boot INTEGER NOT NULL,
        milliseconds INTEGER NOT NULL,
        PRIMARY KEY(space, seq)) STRICT, WITHOUT ROWID;
      """
    ),
    // Rows refer by small numbers to what they share, so that a check takes half as much disk
    // space.
    .next,
    // Rows leave out what can be computed from the rest of them.
    .next,
    // Consecutive entries of the sync are one row.
    .code { database throws(SQLiteError) in try RowsMigration.run(in: database) },
  ]

  /// The tables whose rows belong to a space, by its key in their column `space`.
  static let tablesOfSpaces = [
    "facts", "terms", "erased", "snapshots", "alarms", "sync_states", "sync_runs", "sync_made",
    "sync_clocks",
  ]

  /// The version that this program writes.
  static var version: Int { migrations.count }

  /// The oldest SQLite that supports STRICT tables.
  private static let oldestLibrary = 3_037_000

  /// Rejects files that are not journals, or newer than this program, without changing them.
  ///
  /// Returns the file's version; 0 for an empty file.
  static func identify(_ database: Database, _ path: String) throws(JournalError) -> Int {
    guard Database.libraryVersion >= oldestLibrary else {
      throw JournalError(
        .unavailable,
        "The SQLite library on this computer is too old. Install version 3.37 or newer.",
        detail: "\(Database.libraryVersion)"
      )
    }
    let found = try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      (
        application: try database.integer("PRAGMA application_id") ?? 0,
        version: try database.userVersion(),
        pages: try database.integer("PRAGMA page_count") ?? 0,
        tables: try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
      )
    }
    if found.application == 0, found.version == 0, found.tables == 0 {
      // SQLite takes any few bytes for an empty database, and would overwrite them.
      guard found.pages > 0 || DiskSpace.size(of: path) == 0 else {
        throw ErrorTranslation.notOurs(path, "too short")
      }
      return 0
    }
    guard found.application == applicationID, found.version > 0 else {
      throw ErrorTranslation.notOurs(path, "application id \(found.application)")
    }
    guard found.version <= version else {
      throw ErrorTranslation.tooNew(path, version: found.version)
    }
    return found.version
  }

  /// Migrates a file from `version` to the newest, completely or not at all.
  ///
  /// A file that had rows then has space for them twice, and must be packed (``mustPack(_:)``).
  static func migrate(_ database: Database, from version: Int) throws(SQLiteError) {
    guard version < Self.version else { return }
    do throws(SQLiteError) {
      // What is dropped is overwritten when the file is packed, so it need not be overwritten
      // twice.
      if version > 0 { try database.execute("PRAGMA secure_delete = FAST") }
      try database.transaction { () throws(SQLiteError) in
        for migration in migrations[version...] {
          switch migration {
          case .sql(let statements): try database.execute(statements)
          case .code(let run): try run(database)
          case .next: break
          }
        }
        if version > 0 { try database.execute("INSERT INTO meta VALUES ('pack', x'01')") }
        try database.setUserVersion(Self.version)
        try database.execute("PRAGMA application_id = \(applicationID)")
      }
    } catch {
      _ = try? database.execute("PRAGMA secure_delete = ON")
      throw error
    }
    if version > 0 { try database.execute("PRAGMA secure_delete = ON") }
  }

  /// Whether the file has free pages with what a migration dropped.
  static func mustPack(_ database: Database) throws(SQLiteError) -> Bool {
    try database.integer("SELECT count(*) FROM meta WHERE name = 'pack'") == 1
  }

  /// Rewrites the file without its free pages, completely or not at all.
  static func pack(_ database: Database) throws(SQLiteError) {
    try database.execute("VACUUM")
    try database.execute("DELETE FROM meta WHERE name = 'pack'")
  }

  /// Makes a connection durable: what COMMIT confirms survives a loss of power.
  static func makeDurable(_ database: Database) throws(SQLiteError) {
    try database.keepLogOnClose()
    // A journal has no triggers: if there is one, somebody else added it.
    try database.disableTriggers()
    let mode = try database.text("PRAGMA journal_mode = WAL") ?? ""
    try database.execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA secure_delete = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      PRAGMA journal_size_limit = 16777216;
      """
    )
    database.countLogPages()
    // Both can fail to take effect without an error.
    let level = try database.integer("PRAGMA synchronous") ?? 0
    guard mode == "wal", level == 2 else {
      throw SQLiteError(
        extendedCode: SQLiteError.misuse,
        message: "journal mode \(mode), synchronous \(level), wanted wal and 2"
      )
    }
  }
}
