import Glibc
import Journals
import SQLite

/// The steps of a backup and a restore.
enum BackupSteps {
  static func refused(_ message: String, _ detail: String) -> JournalError {
    JournalError(.unavailable, message, detail: detail)
  }

  /// Removes a file and the files that SQLite and this program keep beside it.
  static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal", ".lock"] { Files.remove(path + suffix) }
  }

  /// Copies a database into a single file that needs no log beside it.
  static func copy(_ source: Database, to target: String) throws(SQLiteError) {
    let copy = try Database(path: target, mode: .readWrite)
    try source.backup(to: copy)
    try copy.execute("PRAGMA journal_mode = DELETE")
  }

  /// Copies `backup` to `partial`, checks all of it, and gives the copy its own identity.
  static func checkedCopy(
    of backup: String,
    at partial: String
  ) async throws(JournalError) -> (spaces: Int, facts: Int) {
    do throws(JournalError) {
      try fetch(backup, to: partial)
      let journal = try SQLiteJournal(path: partial)
      let counts = try await check(journal)
      try journal.renewDeviceID()
      guard try await journal.checkpoint() else { throw ErrorTranslation.busy(partial) }
      return counts
    } catch {
      guard error.code == .damaged else { throw error }
      throw JournalError(
        .damaged,
        "The file \(backup) is no complete backup, so nothing was replaced. Choose "
          + "another backup.",
        detail: error.detail
      )
    }
  }

  private static func fetch(_ backup: String, to partial: String) throws(JournalError) {
    let source = try ErrorTranslation.translated(backup) { () throws(SQLiteError) in
      try Database.openForeign(path: backup)
    }
    guard try Schema.identify(source, backup) > 0 else {
      throw ErrorTranslation.notOurs(backup, "it is empty")
    }
    try Files.createPrivate(partial)
    try ErrorTranslation.translated(partial) { () throws(SQLiteError) in
      try copy(source, to: partial)
    }
  }

  private static func check(
    _ journal: SQLiteJournal
  ) async throws(JournalError) -> (spaces: Int, facts: Int) {
    if let finding = try await journal.findings().first {
      throw ErrorTranslation.damaged(journal.path, finding)
    }
    var facts = 0
    let spaces = try await journal.spaces()
    for space in spaces {
      let report = try await journal.verify(space)
      if let row = report.firstBroken {
        throw ErrorTranslation.damaged(journal.path, "row \(row) of space \(space)")
      }
      facts += report.rows
    }
    return (spaces.count, facts)
  }

  /// Replaces the journal at `path` by `partial`.
  ///
  /// The caller holds the journal's lock. Returns the path that the replaced file was moved to.
  static func replace(_ path: String, with partial: String) throws(JournalError) -> String? {
    let aside = try putAside(path)
    try Files.move(partial, to: path)
    try Files.flushFolder(of: path)
    return aside
  }

  private static func putAside(_ path: String) throws(JournalError) -> String? {
    guard Files.exists(path) else { return nil }
    settle(path)
    let aside = Files.unused(path + ".before-restore-")
    // A hard link first, so that there is always a file at the path; a rename where the file system
    // has no hard links.
    if link(path, aside) != 0 { try Files.move(path, to: aside) }
    // The old log must never be used with the new file.
    for suffix in ["-wal", "-shm"] where Files.exists(path + suffix) {
      try Files.move(path + suffix, to: aside + suffix)
    }
    return aside
  }

  /// Moves the log into the file if possible.
  ///
  /// It is not possible for a damaged file, which is then moved aside together with its log.
  private static func settle(_ path: String) {
    guard let database = try? Database(path: path, mode: .readWrite, busyTimeout: 1000) else {
      return
    }
    _ = try? database.keepLogOnClose()
    _ = try? database.checkpoint(.truncate)
  }
}
