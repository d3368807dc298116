import CSQLite

extension Database {
  /// Opens a file that somebody else made and that may be damaged or hostile.
  ///
  /// Read-only; what the file's schema could make SQLite run is switched off, every page's cells
  /// are checked when read, and the file has passed a `quick_check` when this returns.
  ///
  /// Throws ``SQLiteError`` of the kind `notADatabase` or `damaged` for files that are not fit.
  public static func openForeign(path: String) throws(SQLiteError) -> Database {
    let database = try Database(path: path, mode: .readOnly)
    try database.distrust()
    try database.quickCheck()
    return database
  }

  /// Switches off what the file's own schema could make SQLite run; checks cells when read.
  ///
  /// Source of the settings: sqlite.org/security.html, "Untrusted SQLite Database Files".
  public func distrust() throws(SQLiteError) {
    try configure(SQLITE_DBCONFIG_DEFENSIVE, on: true)
    try configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, on: false)
    try configure(SQLITE_DBCONFIG_ENABLE_TRIGGER, on: false)
    try configure(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, on: false)
    try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
  }

  /// Throws ``SQLiteError/Kind/damaged`` with the first finding unless the pages are in order.
  public func quickCheck() throws(SQLiteError) {
    let finding = try text("PRAGMA quick_check(1)") ?? "no answer"
    guard finding == "ok" else {
      throw SQLiteError(extendedCode: SQLITE_CORRUPT, message: finding)
    }
  }

  /// All findings, at most 100, of the thorough check, which compares indexes with tables too.
  public func integrityFindings() throws(SQLiteError) -> [String] {
    let statement = try prepare("PRAGMA integrity_check(100)")
    var findings: [String] = []
    while try statement.step() {
      let finding = statement.text(0)
      if finding != "ok" { findings.append(finding) }
    }
    return findings
  }
}
