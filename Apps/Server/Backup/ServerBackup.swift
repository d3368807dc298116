import AppSupport
import Core
import FileSystem
import Glibc
import SQLite
import SQLiteJournal

/// Copies the server's data, even while the server runs.
///
/// Each file is consistent with one moment, but not all with the same one. That is enough: the
/// accounts are copied last, and the devices send again what a restored journal lacks.
struct ServerBackup: Sendable {
  /// The space in bytes that must remain on the disk.
  private static let reserve = 64 << 20

  let data: ServerData

  /// The copied files, and their location.
  struct Outcome: Sendable {
    let path: String
    let manifest: BackupManifest
  }

  /// Makes a backup in a folder of backups, and checks it completely.
  ///
  /// - Throws: a ``DomainError`` or `JournalError`; there is no new backup then.
  func make(in folder: BackupFolder) async throws -> Outcome {
    try data.requireWhole()
    let files = try data.storedFiles()
    guard files.contains(where: { $0.kind != .key }) else {
      throw DomainError(
        "nothing-to-back-up",
        "There is nothing of a server in \(data.path) yet. Nothing was made: look at  data  in the "
          + "configuration, or name its file by  --config ."
      )
    }
    let moment = folder.clock.now()
    var manifest = BackupManifest([], madeAt: moment.rfc3339(in: .utc), version: AppVersion.current)
    let path = try await folder.add(at: moment) { partial in
      try requireRoom(for: files, in: partial)
      var copied: [BackupManifest.File] = []
      for file in files { copied.append(try copy(file, into: partial)) }
      manifest = BackupManifest(copied, madeAt: manifest.madeAt, version: manifest.version)
      let text = try JSON.pretty(manifest) + "\n"
      try AtomicFile.write(Array(text.utf8), to: "\(partial)/\(BackupManifest.name)")
    }
    return Outcome(path: path, manifest: manifest)
  }

  private func copy(_ file: StoredFile, into folder: String) throws -> BackupManifest.File {
    let (source, target) = ("\(data.path)/\(file.name)", "\(folder)/\(file.name)")
    switch file.kind {
    case .journal: try SQLiteJournal(path: source).backup(to: target, product: file.product)
    case .database: try DatabaseCopy.make(of: source, at: target)
    case .key: _ = try FileDigest.copy(source, to: target)
    }
    let digest = try FileDigest(of: target)
    return BackupManifest.File(
      bytes: digest.bytes,
      kind: file.kind,
      name: file.name,
      sha256: digest.sha256
    )
  }

  private func requireRoom(for files: [StoredFile], in folder: String) throws {
    let size = files.reduce(0) { sum, file in
      sum + ["", "-wal"].reduce(0) { $0 + DiskSpace.size(of: "\(data.path)/\(file.name)\($1)") }
    }
    try ServerBackup.requireRoom(size, at: folder)
  }

  /// - Throws: a ``DomainError`` if files of that size would fill the disk.
  static func requireRoom(_ size: Int, at folder: String) throws {
    let needed = size + reserve
    guard let free = DiskSpace.free(at: folder), free < needed else { return }
    throw DomainError(
      "no-room",
      "This needs \(ByteCount(needed).words) of free space, and there is \(ByteCount(free).words) at "
        + "\(folder). Nothing was changed: free some space, or name a folder on another disk."
    )
  }
}

/// Copies databases that are not journals.
enum DatabaseCopy {
  /// Writes a consistent copy into a single file that needs no log beside it; it is durable then.
  ///
  /// - Throws: a ``FileError`` if the copy cannot be written, or a ``DomainError`` for a source
  ///   that cannot be read.
  static func make(of source: String, at target: String) throws {
    let database = try opened(source)
    _ = try NewFile(target)
    do throws(SQLiteError) {
      let copy = try Database(path: target, mode: .readWrite)
      try database.backup(to: copy)
      try copy.execute("PRAGMA journal_mode = DELETE")
      try copy.execute("PRAGMA synchronous = EXTRA")
    } catch {
      if let failure = writeFailure(error) { throw failure }
      throw damaged(source, "\(error)")
    }
    try verify(target)
    try DiskFlush.file(target)
  }

  private static func opened(_ source: String) throws -> Database {
    do throws(SQLiteError) {
      let database = try Database(path: source, mode: .readOnly, busyTimeout: 10_000)
      // Until something is read, the files beside it are not opened.
      _ = try database.integer("SELECT count(*) FROM sqlite_schema")
      return database
    } catch { throw damaged(source, "\(error)") }
  }

  /// The system's error if the copy could not be written; nil if its source could not be read.
  private static func writeFailure(_ error: SQLiteError) -> FileError? {
    let usual: Int32
    switch error.kind {
    case .full: usual = ENOSPC
    case .readOnly: usual = EROFS
    case .unconfirmed: usual = EIO
    default: return nil
    }
    return FileError(code: error.systemError == 0 ? usual : error.systemError)
  }

  /// - Throws: a ``DomainError`` for a damaged file.
  static func verify(_ path: String) throws {
    let found: String?
    do throws(SQLiteError) {
      let database = try Database(path: path, mode: .readOnly)
      found = try database.text("PRAGMA integrity_check(1)")
    } catch { throw damaged(path, "\(error)") }
    guard found == "ok" else { throw damaged(path, found ?? "it is empty") }
  }

  private static func damaged(_ path: String, _ finding: String) -> DomainError {
    DomainError(
      "database-damaged",
      "\(path) cannot be read as a whole (\(finding)). Nothing was changed, and older backups are as "
        + "they were: go back to one of them with  trellis-server restore ."
    )
  }
}
