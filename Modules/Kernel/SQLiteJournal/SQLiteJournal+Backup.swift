import Core
import Glibc
import Journals
import SQLite

extension SQLiteJournal {
  /// Writes a copy of the journal, as of one moment, even while it is in use.
  ///
  /// The copy appears under its name only when it is complete and on disk.
  ///
  /// - Throws: ``JournalError``; a file at `target` is unchanged then.
  public func backup(to target: String, overwrite: Bool = false) throws(JournalError) {
    if let there = FileIdentity(at: target) {
      guard there != FileIdentity(at: path) else {
        throw BackupSteps.refused("\(target) is the journal itself.", "same file")
      }
      guard overwrite else {
        throw BackupSteps.refused(
          "There is a file at \(target) already. It was left as it is; choose another name.",
          "exists"
        )
      }
    }
    let partial = "\(target).partial-\(getpid())"
    defer { BackupSteps.remove(partial) }
    BackupSteps.remove(partial)
    try Files.createPrivate(partial)
    try copy(to: partial)
    try Files.flush(partial)
    try Files.move(partial, to: target)
    try Files.flushFolder(of: target)
  }

  private func copy(to target: String) throws(JournalError) {
    // A separate connection: reads and writes of this journal continue meanwhile.
    let source = try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      let source = try Database(path: path, mode: .readWrite, busyTimeout: timeout)
      try source.keepLogOnClose()
      try source.execute("PRAGMA query_only = ON")
      return source
    }
    try ErrorTranslation.translated(target) { () throws(SQLiteError) in
      try BackupSteps.copy(source, to: target)
    }
  }

  /// Replaces the journal at `path` by the one that `backup` contains.
  ///
  /// The backup is checked completely first, including every chain in it. The replaced file stays
  /// beside it as `path.before-restore-1` (or 2, 3 ...). The restored copy gets its own device id,
  /// so that its timestamps never repeat those of the journal before it. Programs that have the old
  /// file open get an error at their next write.
  ///
  /// - Throws: ``JournalError``; nothing was replaced then.
  @discardableResult
  public static func restore(
    from backup: String,
    to path: String,
    timeout: Int = 10_000
  ) async throws(JournalError) -> RestoreReport {
    guard let source = FileIdentity(at: backup) else {
      throw BackupSteps.refused("There is no file \(backup). Nothing was replaced.", "missing")
    }
    guard source != FileIdentity(at: path) else {
      throw BackupSteps.refused(
        "\(backup) is the journal itself. Nothing was replaced.",
        "same file"
      )
    }
    try Files.makeFolder(of: path)
    let partial = "\(path).restoring-\(getpid())"
    defer { BackupSteps.remove(partial) }
    BackupSteps.remove(partial)
    let counts = try await BackupSteps.checkedCopy(of: backup, at: partial)
    try Files.flush(partial)
    let lock = try FileLock(path: path + ".lock", timeout: timeout)
    let aside = try lock.hold { () throws(JournalError) in
      try BackupSteps.replace(path, with: partial)
    }
    return RestoreReport(spaces: counts.spaces, facts: counts.facts, replaced: aside)
  }
}
