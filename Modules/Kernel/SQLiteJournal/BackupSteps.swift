import FileSystem
import Glibc
import Journals
import SQLite

/// The steps of a backup and a restore.
enum BackupSteps {
  static func refused(_ message: String, _ detail: String) -> JournalError {
    JournalError(.unavailable, message, detail: detail)
  }

  /// The identity of the file that is to be restored.
  ///
  /// - Throws: ``JournalError`` if there is none, or if it is a folder or a pipe, of which SQLite says
  ///   only that it cannot be opened.
  static func identity(of backup: String) throws(JournalError) -> FileIdentity {
    var status = stat()
    guard let identity = FileIdentity(at: backup), stat(backup, &status) == 0 else {
      throw refused("There is no file \(backup). Nothing was replaced.", "missing")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let kind = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "no ordinary file"
      throw refused("\(backup) is \(kind). Nothing was replaced: choose a file.", "not a file")
    }
    return identity
  }

  /// The error of a backup of a journal that turned out to be damaged.
  static func unfit(_ path: String, _ error: JournalError) -> JournalError {
    JournalError(
      .damaged,
      "The journal \(path) is damaged, so no backup was made of it; older backups are as they were.",
      detail: error.detail
    )
  }

  /// Removes a file and the files that SQLite and this program keep beside it.
  static func remove(_ path: String) {
    Files.remove(path)
    removeCompanions(of: path)
  }

  static func removeCompanions(of path: String) {
    for suffix in ["-wal", "-shm", "-journal", ".lock"] { Files.remove(path + suffix) }
    KeptHead.forget(beside: path)
  }

  /// Copies a database into a single file that needs no log beside it.
  ///
  /// - Parameter product: what to note in the copy; nil keeps what is there.
  static func copy(
    _ source: Database,
    to target: String,
    product: String? = nil
  ) throws(SQLiteError) {
    let copy = try Database(path: target, mode: .readWrite)
    try source.backup(to: copy)
    if let product {
      let note = try copy.prepare("INSERT OR REPLACE INTO meta(name, value) VALUES (?, ?)")
      try note.bind(1, "product")
      try note.bind(2, Array(product.utf8))
      try note.run()
    }
    try copy.execute("PRAGMA journal_mode = DELETE")
  }

  /// Copies `backup` to `partial`, checks all of it, and gives the copy a new identity.
  static func checkedCopy(
    of backup: String,
    at partial: String
  ) async throws(JournalError) -> (spaces: Int, facts: Int) {
    do throws(JournalError) {
      try fetch(backup, to: partial)
      let journal = try SQLiteJournal(path: partial)
      let counts = try verify(partial, timeout: journal.timeout)
      try journal.renewDeviceID()
      guard try await journal.checkpoint() else { throw ErrorTranslation.busy(partial) }
      return counts
    } catch {
      guard error.code == .damaged else { throw error }
      throw JournalError(
        .damaged,
        "The file \(backup) is not a complete backup, so nothing was replaced. Choose "
          + "another backup.",
        detail: error.detail
      )
    }
  }

  /// Copies a backup of unknown origin to a new file with the present schema and nothing else.
  static func fetch(_ backup: String, to partial: String) throws(JournalError) {
    let source = try ErrorTranslation.translated(backup) { () throws(SQLiteError) in
      try Database.openForeign(path: backup)
    }
    guard try Schema.identify(source, backup) > 0 else {
      throw ErrorTranslation.notOurs(backup, "it is empty")
    }
    try Files.createPrivate(partial)
    try ErrorTranslation.translated(partial) { () throws(SQLiteError) in
      try copy(source, to: partial)
      let copied = try Database(path: partial, mode: .readWrite)
      try copied.disableUntrustedSchema()
      try Schema.migrate(copied, from: try copied.userVersion())
      if try Schema.mustPack(copied) { try Schema.pack(copied) }
      // For example a trigger that would empty the journal with the next check.
      try SchemaShape.dropForeign(in: copied)
    }
  }

  /// Returns the product that is noted in a backup; nil in older ones.
  static func product(of path: String) throws(JournalError) -> String? {
    try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      let database = try Database(path: path, mode: .readWrite)
      let find = try database.prepare("SELECT value FROM meta WHERE name = 'product'")
      defer { find.reset() }
      return try find.step() ? String(decoding: find.blob(0), as: UTF8.self) : nil
    }
  }

  /// Verifies the storage of a journal that nobody writes to, and every row in it.
  static func verify(
    _ path: String,
    timeout: Int
  ) throws(JournalError) -> (spaces: Int, facts: Int) {
    let reader = try Reader(path: path, timeout: timeout)
    if let finding = try reader.findings().first { throw ErrorTranslation.damaged(path, finding) }
    var facts = 0
    let spaces = try reader.spaces()
    for space in spaces {
      let report = try ChainReport(of: space) { after, limit throws(JournalError) in
        try reader.read(space, after: after, limit: limit)
      }
      if let row = report.firstBroken {
        throw ErrorTranslation.damaged(path, "row \(row) of space \(space)")
      }
      facts += report.rows
    }
    return (spaces.count, facts)
  }

  /// Replaces the journal at `path` by `partial`.
  ///
  /// The caller holds the journal's lock. Returns the path of what was replaced and is kept.
  ///
  /// - Parameter suffix: the end of the replaced file's name, before a number.
  static func replace(
    _ path: String,
    with partial: String,
    keepingAs suffix: String = ".before-restore-"
  ) throws(JournalError) -> String? {
    // Before the old journal is moved: what it confirmed says nothing about the new one.
    KeptHead.forget(beside: path)
    let aside = try putAside(path, suffix)
    try Files.move(partial, to: path)
    try Files.flushFolder(of: path)
    return aside
  }

  /// Returns the path of what was put aside: the file, or its log if there was nothing else.
  private static func putAside(_ path: String, _ suffix: String) throws(JournalError) -> String? {
    let isStranded = StrandedLog(beside: path) != nil
    guard Files.exists(path) || isStranded else { return nil }
    // SQLite would delete a log whose database is empty.
    if !isStranded { settle(path) }
    let aside = Files.unused(path + suffix)
    let isThere = Files.exists(path)
    // A hard link first, so that there is always a file at the path; a rename where the file system
    // has no hard links.
    if isThere, link(path, aside) != 0 { try Files.move(path, to: aside) }
    // The old log must never be used with the new file.
    for suffix in ["-wal", "-shm"] where Files.exists(path + suffix) {
      try Files.move(path + suffix, to: aside + suffix)
    }
    return isThere ? aside : aside + "-wal"
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
