import Core
import FileSystem
import Glibc
import Journals
import SQLite

extension SQLiteJournal {
  /// Writes a copy of the journal, as of one moment, even while it is in use.
  ///
  /// The copy is verified completely, so that a damaged journal does not replace a good backup, and
  /// is on disk when this returns.
  ///
  /// - Parameters:
  ///   - target: the path of a file that does not exist yet.
  ///   - product: the product in which the journal is used, for a restore elsewhere.
  /// - Throws: ``JournalError``; there is no file at `target` then.
  public func backup(to target: String, product: String? = nil) throws(JournalError) {
    guard !Files.exists(target) else {
      throw BackupSteps.refused(
        "There is a file at \(target) already. It was left as it was; choose another name.",
        "exists"
      )
    }
    do throws(JournalError) {
      try Files.createPrivate(target)
      try copy(to: target, product)
      _ = try BackupSteps.verify(target, timeout: timeout)
      try Files.flush(target)
      try Files.flushFolder(of: target)
    } catch {
      BackupSteps.remove(target)
      throw error.code == .damaged ? BackupSteps.unfit(path, error) : error
    }
    // The lock file that verifying makes, if any, and what SQLite keeps beside an open file.
    BackupSteps.removeCompanions(of: target)
  }

  private func copy(to target: String, _ product: String?) throws(JournalError) {
    // A separate connection: reads and writes of this journal continue meanwhile.
    let source = try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      let source = try Reader.database(path, timeout)
      try source.execute("PRAGMA query_only = ON")
      return source
    }
    try ErrorTranslation.translated(target) { () throws(SQLiteError) in
      try BackupSteps.copy(source, to: target, product: product)
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
    guard try BackupSteps.identity(of: backup) != FileIdentity(at: path) else {
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
    let product = try BackupSteps.product(of: partial)
    try Files.flush(partial)
    let lock = try FileLock(path: path + ".lock", timeout: timeout)
    let aside = try lock.hold { () throws(JournalError) in
      try BackupSteps.replace(path, with: partial)
    }
    return RestoreReport(
      spaces: counts.spaces,
      facts: counts.facts,
      replaced: aside,
      product: product
    )
  }

  /// Copies `backup` to a new file, checked as for a restore, so that its contents can be read.
  ///
  /// The copy gets its own identity and has the present schema, whatever the backup's is.
  ///
  /// - Parameter target: the path of a file that does not exist yet.
  /// - Throws: ``JournalError``; there is no file at `target` then.
  public static func checkedCopy(
    of backup: String,
    at target: String
  ) async throws(JournalError) -> RestoreReport {
    _ = try BackupSteps.identity(of: backup)
    do throws(JournalError) {
      let counts = try await BackupSteps.checkedCopy(of: backup, at: target)
      return RestoreReport(
        spaces: counts.spaces,
        facts: counts.facts,
        replaced: nil,
        product: try BackupSteps.product(of: target)
      )
    } catch {
      BackupSteps.remove(target)
      throw error
    }
  }

  /// Removes the journal at `path` with everything that is kept beside it, except for its lock.
  ///
  /// Programs that have it open get an error at their next write.
  ///
  /// - Throws: ``JournalError`` if another program writes for longer than `timeout` milliseconds.
  public static func remove(at path: String, timeout: Int = 10_000) throws(JournalError) {
    let lock = try FileLock(path: path + ".lock", timeout: timeout)
    try lock.hold { () throws(JournalError) in
      // First, since without its journal it would be taken as the sign of a loss.
      KeptHead.forget(beside: path)
      // SQLite keeps its files beside the file itself, which may be behind a link.
      for file in [Files.behindLinks(path), path] {
        for suffix in ["", "-wal", "-shm", "-journal"] { Files.remove(file + suffix) }
        try Files.flushFolder(of: file)
      }
    }
  }
}
