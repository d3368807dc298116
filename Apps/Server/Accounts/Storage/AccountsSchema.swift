import Glibc
import SQLite

/// The tables of the file of accounts, and the settings of its connections.
enum AccountsSchema {
  /// "Trla" in ASCII, in the file's header: distinguishes accounts from files of other programs.
  private static let applicationID: Int64 = 0x5472_6C61

  /// What each version added; never edited once released, only appended to.
  ///
  /// Instants are milliseconds, ids 16 bytes, and secrets only their SHA-256.
  private static let migrations = [
    """
    CREATE TABLE meta(name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE accounts(
      id BLOB PRIMARY KEY,
      email TEXT NOT NULL,
      email_key TEXT NOT NULL UNIQUE,
      password TEXT NOT NULL,
      pepper BLOB,
      role TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      password_changed_at INTEGER NOT NULL,
      suspended_at INTEGER,
      suspension TEXT,
      salt BLOB,
      log_n INTEGER,
      r INTEGER,
      p INTEGER) STRICT, WITHOUT ROWID;
    CREATE TABLE key_rings(
      account BLOB PRIMARY KEY REFERENCES accounts(id),
      version INTEGER NOT NULL,
      by_password BLOB NOT NULL,
      by_recovery BLOB NOT NULL,
      recovery_key BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE sessions(
      id BLOB PRIMARY KEY,
      account BLOB NOT NULL REFERENCES accounts(id),
      token BLOB NOT NULL UNIQUE,
      name TEXT NOT NULL,
      product TEXT NOT NULL,
      kind TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      signed_in_at INTEGER NOT NULL,
      used_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX sessions_account ON sessions(account, used_at);
    CREATE INDEX sessions_expiry ON sessions(expires_at);
    CREATE TABLE invitations(
      id BLOB PRIMARY KEY,
      code BLOB NOT NULL UNIQUE,
      account BLOB REFERENCES accounts(id),
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      used_at INTEGER,
      revoked_at INTEGER) STRICT, WITHOUT ROWID;
    CREATE INDEX invitations_account ON invitations(account);
    CREATE TABLE device_codes(
      code BLOB PRIMARY KEY,
      user_code TEXT NOT NULL UNIQUE,
      address BLOB NOT NULL,
      name TEXT NOT NULL,
      product TEXT NOT NULL,
      kind TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL,
      is_denied INTEGER NOT NULL DEFAULT 0,
      account BLOB REFERENCES accounts(id)) STRICT, WITHOUT ROWID;
    CREATE INDEX device_codes_account ON device_codes(account);
    CREATE TABLE resets(
      account BLOB PRIMARY KEY REFERENCES accounts(id),
      token BLOB NOT NULL UNIQUE,
      expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE spaces(
      account BLOB NOT NULL REFERENCES accounts(id),
      product TEXT NOT NULL,
      id BLOB NOT NULL UNIQUE,
      created_at INTEGER NOT NULL,
      PRIMARY KEY(account, product)) STRICT, WITHOUT ROWID;
    CREATE TABLE flags(
      account BLOB NOT NULL REFERENCES accounts(id),
      code TEXT NOT NULL,
      day INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY(account, code, day)) STRICT, WITHOUT ROWID;
    CREATE INDEX flags_day ON flags(day);
    CREATE TABLE erasing(id BLOB PRIMARY KEY, product TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE unrecorded_erasures(line TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    """
  ]

  /// The tables, other than `accounts`, with a column `account`; they have nothing once it is erased,
  /// except that invitations stay without it.
  static let tablesOfAccounts = [
    "key_rings", "sessions", "device_codes", "resets", "spaces", "flags",
  ]

  /// The version that this program writes.
  static var version: Int { migrations.count }

  /// The oldest SQLite that supports STRICT tables.
  private static let oldestLibrary = 3_037_000

  /// Rejects files that hold no accounts, or newer ones, without changing them.
  ///
  /// - Returns: the file's version; 0 for an empty file.
  static func identify(_ database: Database, _ path: String) throws -> Int {
    guard Database.libraryVersion >= oldestLibrary else {
      throw AccountsError.store(
        StoreFailure(
          code: .unavailable,
          message: "The SQLite library on this computer is too old. Install version 3.37 or newer.",
          detail: "\(Database.libraryVersion)"
        )
      )
    }
    let application = try database.integer("PRAGMA application_id") ?? 0
    let found = try database.userVersion()
    let tables = try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
    if application == 0, found == 0, tables == 0 {
      // SQLite takes any few bytes for an empty database, and would overwrite them.
      guard try database.integer("PRAGMA page_count") ?? 0 > 0 || size(of: path) == 0 else {
        throw AccountsError.store(.foreign(path, "too short"))
      }
      return 0
    }
    guard application == applicationID, found > 0 else {
      throw AccountsError.store(.foreign(path, "application id \(application)"))
    }
    guard found <= version else { throw AccountsError.store(.tooNew(path, version: found)) }
    return found
  }

  /// Migrates a file from `version` to the newest, completely or not at all.
  static func migrate(_ database: Database, from version: Int) throws(SQLiteError) {
    guard version < Self.version else { return }
    try database.transaction { () throws(SQLiteError) in
      for step in migrations[version...] { try database.execute(step) }
      try database.setUserVersion(Self.version)
      try database.execute("PRAGMA application_id = \(applicationID)")
    }
  }

  /// Makes a connection durable: what COMMIT confirms survives a loss of power, and what is deleted
  /// is overwritten.
  static func makeDurable(_ database: Database) throws(SQLiteError) {
    // The file has no triggers: one that is there was put in by somebody else.
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

  /// The size of a file in bytes; 0 if there is none.
  static func size(of path: String) -> Int {
    var info = stat()
    return stat(path, &info) == 0 ? Int(info.st_size) : 0
  }
}
