import FileSystem
import Glibc
import Journals
import SQLite

extension SQLiteJournal {
  /// Verifies a backup completely, without changing it.
  ///
  /// - Returns: the number of facts in it.
  /// - Throws: ``JournalError`` for a file that is not a whole backup.
  public static func verifyBackup(_ path: String) throws(JournalError) -> Int {
    guard FileIdentity(at: path) != nil else {
      throw BackupSteps.refused("There is no file \(path).", "missing")
    }
    return try BackupSteps.verify(path, timeout: 1000).facts
  }

  /// Whether an older backup still has contents that a newer one of the same journal has erased.
  public static func hasErased(
    in newer: String,
    since backup: String
  ) throws(JournalError) -> Bool {
    try ErrorTranslation.translated(backup) { () throws(SQLiteError) in
      let database = try Database.openForeign(path: backup)
      try BackupErasure.list(from: newer, in: database)
      let isGone = BackupErasure.isGone(in: try database.userVersion())
      let sql = "SELECT EXISTS(SELECT 1 FROM facts WHERE \(isGone))"
      return try database.integer(sql) == 1
    }
  }

  /// Writes a copy of a backup without what a newer one of the same journal has erased.
  ///
  /// The chain of its rows stays as it is, since it covers the hashes of what was erased. The copy
  /// is verified and on disk when this returns.
  ///
  /// - Parameter target: the path of a file that does not exist yet.
  /// - Throws: ``JournalError``; there is no file at `target` then.
  public static func copyBackup(
    _ backup: String,
    to target: String,
    erasingLike newer: String
  ) throws(JournalError) {
    do throws(JournalError) {
      try BackupSteps.fetch(backup, to: target)
      try ErrorTranslation.translated(target) { () throws(SQLiteError) in
        try BackupErasure.erase(like: newer, in: try Database(path: target, mode: .readWrite))
      }
      _ = try BackupSteps.verify(target, timeout: 1000)
      try Files.flush(target)
    } catch {
      BackupSteps.remove(target)
      throw error
    }
    BackupSteps.removeCompanions(of: target)
  }
}

/// Erases from a backup what its journal has erased since.
private enum BackupErasure {
  /// The condition for rows of `facts` with erased payloads; call ``list(from:in:)`` first.
  static func isGone(in version: Int = Schema.version) -> String {
    guard version <= EarlierRows.lastVersion else {
      return
        "erasure = 0 AND body IS NOT NULL AND (space, entity) IN (SELECT space, term FROM gone)"
    }
    return """
      \(EarlierRows.erasureColumn(of: version)) = 0 AND payload IS NOT NULL
        AND (space, entity) IN (SELECT space, entity FROM gone)
      """
  }

  /// Lists in the temporary table `gone`, by the keys of this backup, what a newer one has erased.
  static func list(from newer: String, in database: Database) throws(SQLiteError) {
    try database.execute("PRAGMA temp_store = MEMORY")
    let attach = try database.prepare("ATTACH DATABASE ? AS newer")
    try attach.bind(1, newer)
    try attach.run()
    let hasTerms = try database.userVersion() > EarlierRows.lastVersion
    let term = """
      (SELECT key FROM main.terms WHERE terms.space = mine.key
        AND sort = \(TermSort.entity.rawValue) AND value = erased.entity)
      """
    try database.execute(
      """
      CREATE TEMP TABLE gone AS
        SELECT mine.key AS space, erased.entity AS entity, \(hasTerms ? term : "NULL") AS term
        FROM main.spaces AS mine
        JOIN newer.spaces AS theirs ON theirs.id = mine.id
        JOIN newer.erased AS erased ON erased.space = theirs.key;
      CREATE INDEX temp.gone_entity ON gone(space, entity);
      CREATE INDEX temp.gone_term ON gone(space, term);
      DETACH DATABASE newer;
      """
    )
  }

  static func erase(like newer: String, in database: Database) throws(SQLiteError) {
    try database.disableUntrustedSchema()
    try list(from: newer, in: database)
    try database.execute("PRAGMA secure_delete = ON")
    try database.transaction { () throws(SQLiteError) in
      _ = try PayloadEraser(database).erase(where: isGone())
      try database.execute(
        """
        UPDATE terms SET value = NULL
          WHERE sort = \(TermSort.form.rawValue) AND value IS NOT NULL
          AND (space, key) NOT IN (SELECT space, form FROM facts WHERE form IS NOT NULL);
        INSERT INTO erased(space, entity) SELECT space, entity FROM gone WHERE true
          ON CONFLICT DO NOTHING;
        DELETE FROM snapshots WHERE space IN (SELECT space FROM gone);
        UPDATE spaces SET last_erasure = head WHERE key IN (SELECT space FROM gone);
        """
      )
    }
    // Leaves nothing of it in pages that are no longer used.
    try database.execute("VACUUM")
  }
}
