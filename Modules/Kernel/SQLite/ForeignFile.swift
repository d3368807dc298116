import CSQLite
import Glibc

extension Database {
  /// Opens a file of unknown origin, which may be damaged or hostile.
  ///
  /// Read-only; what the file's schema could make SQLite execute is disabled, every page's cells
  /// are checked when read, and the file has passed a `quick_check` when this returns.
  ///
  /// If the file is not open elsewhere, nothing is created beside it, so it may be in a read-only
  /// folder.
  ///
  /// Throws ``SQLiteError`` of the kind `notADatabase` or `damaged` for unusable files.
  public static func openForeign(path: String) throws(SQLiteError) -> Database {
    let database = try openUntouched(path)
    try database.disableUntrustedSchema()
    try database.quickCheck()
    return database
  }

  /// Opens a file to read it, and creates nothing beside it if it is not open elsewhere.
  public static func openUntouched(_ path: String) throws(SQLiteError) -> Database {
    // These exist while a program uses the file, and after one was interrupted. Without them the
    // file is complete, and needs neither locks nor a log.
    let isAlone = ["-wal", "-shm", "-journal"].allSatisfy { access(path + $0, F_OK) != 0 }
    guard isAlone else { return try Database(path: path, mode: .readOnly) }
    return try Database(
      name: "file:\(uriEncoded(path))?immutable=1",
      flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
      busyTimeout: 0
    )
  }

  /// The path with every byte that has a meaning in a URI as `%XX`.
  private static func uriEncoded(_ path: String) -> String {
    var encoded = ""
    for byte in path.utf8 {
      let character = Character(Unicode.Scalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || "/._-".contains(character) {
        encoded.append(character)
      } else {
        encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return encoded
  }

  /// Disables what the file's own schema could make SQLite execute, and checks cells when read.
  ///
  /// Source of the settings: sqlite.org/security.html, "Untrusted SQLite Database Files".
  public func disableUntrustedSchema() throws(SQLiteError) {
    try configure(SQLITE_DBCONFIG_DEFENSIVE, on: true)
    try configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, on: false)
    try disableTriggers()
    try configure(SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, on: false)
    try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
  }

  /// Makes triggers in the file's schema have no effect on this connection.
  public func disableTriggers() throws(SQLiteError) {
    try configure(SQLITE_DBCONFIG_ENABLE_TRIGGER, on: false)
  }

  /// Throws ``SQLiteError/Kind/damaged`` with the first finding if pages are damaged.
  func quickCheck() throws(SQLiteError) {
    let finding = try text("PRAGMA quick_check(1)") ?? "no answer"
    guard finding == "ok" else {
      throw SQLiteError(extendedCode: SQLITE_CORRUPT, message: finding)
    }
  }

  /// All findings, at most 100, of the full check, which also compares indexes with tables.
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
