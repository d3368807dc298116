import Core
import Glibc
import SQLiteJournal

/// Checks a backup as a whole: that all files exist unchanged and are usable.
struct BackupCheck: Sendable {
  let path: String
  let manifest: BackupManifest
  /// The number of entries of all spaces.
  let entries: Int

  /// - Throws: a ``DomainError`` that describes the problem.
  init(of path: String) throws {
    self.path = path
    manifest = try BackupManifest.read(in: path)
    var entries = 0
    for file in manifest.files {
      let place = "\(path)/\(file.name)"
      guard let digest = try? FileDigest(of: place) else {
        throw BackupProblem.unfit(path, "\(file.name) is missing or cannot be read")
      }
      guard digest.bytes == file.bytes, digest.sha256 == file.sha256 else {
        throw BackupProblem.unfit(path, "\(file.name) is not as it was written")
      }
      switch file.kind {
      case .journal:
        entries += try SQLiteJournal.verifyBackup(place)
        for suffix in ["-wal", "-shm", ".lock"] { unlink(place + suffix) }
      case .database: try DatabaseCopy.verify(place)
      case .key: break
      }
    }
    self.entries = entries
  }

  /// The total size of the files in bytes.
  var bytes: Int { manifest.files.reduce(0) { $0 + $1.bytes } }
}
