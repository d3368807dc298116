import Core
import FileSystem
import Glibc
import SQLiteJournal

/// Replaces a server's data with a backup.
struct ServerRestore: Sendable {
  let data: ServerData

  struct Outcome: Sendable {
    let spaces: Int
    /// The folder of the former data; nil if there was none.
    let aside: String?
  }

  /// Replaces the data with a backup that was checked, and starts another epoch.
  ///
  /// The ledgers are applied to it, and in the new epoch of each space devices send again what the
  /// backup lacks.
  ///
  /// Accounts that the ledger names are erased when the server starts, before it answers any
  /// request.
  ///
  /// - Throws: a ``DomainError`` if the server runs, or something prevents the restore. Until
  ///   everything is in place, no server starts with this data.
  func put(_ backup: BackupCheck) async throws -> Outcome {
    try data.create()
    let lock = try data.take()
    defer { lock.release() }
    try ServerBackup.requireRoom(backup.bytes, at: data.path)
    do {
      try AtomicFile.write([], to: data.unfinishedRestore)
      let aside = try putAside()
      for file in backup.manifest.files { try await place(file, from: backup.path) }
      let files = ServerConfiguration(dataFolder: data.path)
      let spaces = try await RestoredSpaces(configuration: files).begin(try products())
      try DiskFlush.folder(data.path)
      guard unlink(data.unfinishedRestore) == 0 else { throw FileError(code: errno) }
      try DiskFlush.folder(data.path)
      return Outcome(spaces: spaces, aside: aside)
    } catch let error as FileError {
      throw DomainError(
        "restore-failed",
        "\(data.path) cannot be written (\(error)). The backup is as it was, and what was there before "
          + "is in \(data.path)/before-restore-1 and the like. No server starts until  trellis-server "
          + "restore  has got to its end: free some space, and run it once more."
      )
    }
  }

  private func products() throws -> [String] { try data.storedFiles().compactMap(\.product) }

  private func place(_ file: BackupManifest.File, from backup: String) async throws {
    let (source, target) = ("\(backup)/\(file.name)", "\(data.path)/\(file.name)")
    switch file.kind {
    case .journal: try await SQLiteJournal.restore(from: source, to: target)
    case .database, .key:
      guard try FileDigest.copy(source, to: target).sha256 == file.sha256 else {
        throw BackupProblem.unfit(backup, "\(file.name) changed while it was read")
      }
    }
  }

  /// Moves the present data into a folder of its own, with the companions of each file.
  private func putAside() throws(FileError) -> String? {
    let names = try FolderListing.names(in: data.path).filter { name in
      StoredFile(name) != nil || [".db-", ".db."].contains { name.contains($0) }
    }
    guard !names.isEmpty else { return nil }
    var number = 1
    while access("\(data.path)/before-restore-\(number)", F_OK) == 0 { number += 1 }
    let aside = "\(data.path)/before-restore-\(number)"
    try Folder.create(aside)
    for name in names where rename("\(data.path)/\(name)", "\(aside)/\(name)") != 0 {
      throw FileError(code: errno)
    }
    try DiskFlush.folder(aside)
    return aside
  }
}
