import Core
import FileSystem
import Glibc
import Presentation
import SQLiteJournal

extension HomeCopies {
  /// The result of an attempt to make the copy of a day.
  public enum Outcome: Sendable, Equatable {
    case made
    /// It exists already, or copies are off; the others now lack what was erased.
    case followed
    /// Another process is making it.
    case busy
    /// The disk is nearly full.
    case noRoom
    /// There is nothing to copy yet.
    case nothing
  }

  /// Makes the copy of a day unless it exists, and updates the older copies.
  ///
  /// Everything that was erased since they were made is erased from them, and copies beyond the
  /// retention are removed. Blocks while it works. Older copies are left alone unless the journal
  /// was found intact: a damaged home does not replace good copies.
  ///
  /// - Throws: `JournalError` or a ``DomainError``, with a message for a person.
  public func renew(for day: Day) throws -> Outcome {
    guard !home.isNew else { return .nothing }
    guard let lock = try lock(patience: 0) else { return .busy }
    defer { lock.release() }
    removeLeftovers()
    let copy = copy(of: day)
    let isMissing = lacks(copyOf: day)
    try note(attemptOn: day, isMissing ? .unfinished : .finished)
    guard areOn, isMissing else {
      try followJournal()
      return .followed
    }
    guard hasRoom else {
      try note(attemptOn: day, .lackedRoom)
      return .noRoom
    }
    let journal = try LocalSpace.openJournal(in: home)
    try place(copy.path) { partial in
      try journal.backup(to: partial, product: try? home.product().name)
    }
    try note(attemptOn: day, .finished)
    try follow(copy.path)
    let copies = all
    let kept = CopyRetention.kept(of: copies.map(\.day), on: day)
    for old in copies where !kept.contains(old.day) { unlink(old.path) }
    return .made
  }

  /// Erases from all copies at once what was erased from the journal.
  ///
  /// Blocks while it works, and while another process makes a copy.
  ///
  /// - Throws: `JournalError` or a ``DomainError``, with a message for a person.
  public func followErasures() throws {
    guard access(folder, F_OK) == 0 || !putAside.isEmpty else { return }
    let lock = try patientLock()
    defer { lock.release() }
    removeLeftovers()
    try followJournal()
  }

  /// Removes what processes left behind that were killed while they made a copy.
  ///
  /// It may hold what has been erased since. Only who has the lock writes such files.
  private func removeLeftovers() {
    for name in (try? FolderListing.names(in: folder)) ?? []
    where name.hasPrefix(HomeCopies.passing) || isUnfinished(name) {
      unlink("\(folder)/\(name)")
    }
    for name in (try? FolderListing.names(in: home.path)) ?? []
    where HomeCopies.momentary.contains(where: { name.hasPrefix($0) }) {
      let path = "\(home.path)/\(name)"
      if HomeCopies.isForgotten(path) { unlink(path) }
    }
  }

  /// The beginnings of the names of files that hold a whole history while a backup or a restore is made.
  private static let momentary = [
    ".backup-", "\(UserFile.journalName).restoring-", "\(UserFile.journalName).mending-",
  ]

  /// Whether a file was last written a day ago, which is longer than any program needs for it.
  private static func isForgotten(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && time(nil) - status.st_mtim.tv_sec > 86_400
  }

  /// Whether a name is that of a copy which `AtomicFile` writes, such as `2026-03-01.db.4711.partial`.
  private func isUnfinished(_ name: String) -> Bool {
    let parts = name.split(separator: ".")
    return parts.count == 4 && Day(String(parts[0])) != nil && parts[1] == "db"
      && parts[3].hasPrefix("partial")
  }

  /// Removes all copies; blocks while another process makes one.
  func remove() throws(FileError) {
    guard access(folder, F_OK) == 0 else { return }
    guard let lock = try heldLock(HomeCopies.patience) else { throw FileError(code: EBUSY) }
    defer { lock.release() }
    for name in try FolderListing.names(in: folder) where name != HomeCopies.lockName {
      try HomeErasure.remove("\(folder)/\(name)")
    }
  }

  // MARK: The lock

  private static let lockName = ".lock"
  /// Milliseconds; longer than a copy of the longest history takes.
  private static let patience = 600_000

  /// The right to change the copies, which one process has at a time.
  ///
  /// - Parameter patience: milliseconds to wait for another process that has it.
  /// - Returns: nil if the other still has it then.
  private func lock(patience: Int) throws -> AdvisoryLock? {
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw unwritable(FileError(code: errno)) }
    do throws(FileError) { return try heldLock(patience) } catch { throw unwritable(error) }
  }

  private func heldLock(_ patience: Int) throws(FileError) -> AdvisoryLock? {
    let lock = try AdvisoryLock("\(folder)/\(HomeCopies.lockName)")
    if try lock.acquireUnlessHeld() { return lock }
    return lock.acquire(patience: patience) ? lock : nil
  }

  private func patientLock() throws -> AdvisoryLock {
    if let lock = try lock(patience: HomeCopies.patience) { return lock }
    throw DomainError(
      "copies-busy",
      "Another program is working on the copies in \(folder) and does not finish, so they stay as they "
        + "are. What you deleted is gone from your data. End that program, then try again."
    )
  }

  // MARK: Erasing

  /// The beginning of the name of the temporary copy.
  private static let passing = ".passing-"

  /// Works through a temporary copy, since a journal may be damaged without being noticed.
  private func followJournal() throws {
    guard !all.isEmpty || !putAside.isEmpty else { return }
    let passing = "\(folder)/\(HomeCopies.passing)\(getpid())"
    defer { unlink(passing) }
    try LocalSpace.openJournal(in: home).backup(to: passing)
    try follow(passing)
  }

  /// Erases from all copies, and from journals that were set aside, what the newest has erased.
  private func follow(_ newest: String) throws {
    var failure: (any Error)?
    for path in all.map(\.path) + putAside where path != newest {
      do {
        guard try SQLiteJournal.hasErased(in: newest, since: path) else { continue }
        try rewrite(path, erasingLike: newest)
      } catch {
        // An unreadable copy does not prevent the others from being updated.
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private func rewrite(_ path: String, erasingLike newest: String) throws {
    try place(path) { try SQLiteJournal.copyBackup(path, to: $0, erasingLike: newest) }
  }

  /// Puts a copy at a path, instead of the one that may be there.
  private func place(_ path: String, _ make: (_ partial: String) throws -> Void) throws {
    let companions = ["-wal", "-shm"].map { path + $0 }
    try AtomicFile.place(path, replaces: true, failure: unwritable) { partial throws in
      try make(partial)
      // SQLite would apply the log of the old file to the new one after a power loss in between.
      for companion in companions { rename(companion, companion + ".old") }
    }
    for companion in companions { unlink(companion + ".old") }
  }

  func unwritable(_ error: FileError) -> any Error {
    DomainError(
      "copies-unwritable",
      "The copies in \(folder) cannot be written (\(error)). Your data is untouched, and the "
        + "copies there stay as they are: check who owns the folder, or free some space."
    )
  }
}
