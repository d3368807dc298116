import Core
import FileSystem
import Glibc
import Presentation
import SQLiteJournal

/// Deletes everything that a person has in a home, as one atomic step.
///
/// A file marks that it has begun. A program that opens the home and finds it, after a crash or a
/// power loss, finishes the deletion before reading anything; so there is never half a home.
public struct HomeErasure: Sendable {
  /// The prefixes of the names of a person's files.
  ///
  /// Files of the daemon itself, and of browsers that are signed in, stay.
  private static let beginnings = [
    UserFile.journalName, "answers.db", "copies-off", "daemon-calendar", "daemon-embedding",
    "hooks",
    "notices-waiting", "sync.", "telemetry", ".backup-",
  ]
  private static let patience = 10_000

  private let home: Home

  public init(_ home: Home) { self.home = home }

  private var mark: String { home.path + "/erasing" }

  /// Deletes everything; blocks while it works.
  ///
  /// - Throws: a ``DomainError`` or `JournalError`; nothing was deleted then, unless it says so.
  public func run() throws {
    try home.create()
    do throws(FileError) {
      try AtomicFile.write([], to: mark)
    } catch {
      throw DomainError(
        "home-unwritable",
        "The folder \(home.path) cannot be written (\(error)). Nothing was deleted: give yourself "
          + "the right to write there."
      )
    }
    try finish()
  }

  /// Finishes a deletion that this program or an interrupted one began.
  func finish() throws {
    guard access(mark, F_OK) == 0 else { return }
    do {
      let lock = try AdvisoryLock(mark)
      guard lock.acquire(patience: Self.patience) else { throw FileError(code: EBUSY) }
      // Another program may have finished meanwhile, and a new home may exist.
      guard FileIdentity(at: mark) != nil else { return }
      try erase()
      unlink(mark)
    } catch let error as FileError {
      throw DomainError(
        "erasing",
        "Deleting everything in \(home.path) has begun and is not finished (\(error)). What is left "
          + "goes when the folder can be written, and this program is started once more."
      )
    }
  }

  private func erase() throws {
    try SQLiteJournal.remove(at: home.journal)
    try HomeCopies(home).remove()
    for name in try FolderListing.names(in: home.path) where isOfPerson(name) {
      let path = "\(home.path)/\(name)"
      if name.hasPrefix(UserFile.journalName + ".before-") { try removeBehindLink(path) }
      try HomeErasure.remove(path)
    }
    try removePluginFiles()
    // On disk before the mark is removed: after a power loss nothing comes back.
    try DiskFlush.folder(home.path)
  }

  /// Removes the file to which a journal that was put aside may be a link, with SQLite's files beside it.
  private func removeBehindLink(_ path: String) throws(FileError) {
    guard let real = realpath(path, nil) else { return }
    defer { free(real) }
    for suffix in ["", "-wal", "-shm"] { try HomeErasure.remove(String(cString: real) + suffix) }
  }

  /// Removes what plugins keep on this device, such as passwords.
  private func removePluginFiles() throws(FileError) {
    let all = "\(home.path)/\(PluginFiles.folderName)"
    for plugin in try HomeErasure.names(in: all) {
      let folder = "\(all)/\(plugin)"
      for name in try HomeErasure.names(in: folder) {
        try HomeErasure.remove("\(folder)/\(name)")
      }
      rmdir(folder)
    }
    rmdir(all)
  }

  /// The names in a folder; none if there is no such folder.
  private static func names(in folder: String) throws(FileError) -> [String] {
    do throws(FileError) { return try FolderListing.names(in: folder) } catch {
      guard [ENOENT, ENOTDIR].contains(error.code) else { throw error }
      return []
    }
  }

  /// Removes a file of the person's; a folder of that name is not theirs.
  ///
  /// - Throws: a ``FileError`` if it is still there. It must not be said to be deleted then.
  static func remove(_ path: String) throws(FileError) {
    guard unlink(path) != 0 else { return }
    let code = errno
    guard [ENOENT, EISDIR].contains(code) else { throw FileError(code: code) }
  }

  private func isOfPerson(_ name: String) -> Bool {
    // A lock may be held by a program that waits for its turn.
    guard !name.hasSuffix(".lock") else { return false }
    return name == "product" || Self.beginnings.contains { name.hasPrefix($0) }
  }
}
