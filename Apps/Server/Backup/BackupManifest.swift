import Core
import FileSystem

/// The contents of a backup, so that an incomplete or changed one is recognized.
struct BackupManifest: Codable, Sendable, Equatable {
  struct File: Codable, Sendable, Equatable {
    let bytes: Int
    let kind: StoredFile.Kind
    let name: String
    /// In hexadecimal.
    let sha256: String
  }

  static let name = "manifest.json"
  /// The version of this format; a program rejects unknown ones.
  static let format = 1
  private static let program = "trellis-server"
  private static let longest = 1 << 20

  let files: [File]
  let format: Int
  /// RFC 3339, in UTC.
  let madeAt: String
  let program: String
  /// The version of the program that made it.
  let version: String

  init(_ files: [File], madeAt: String, version: String) {
    self.files = files
    self.madeAt = madeAt
    self.version = version
    format = BackupManifest.format
    program = BackupManifest.program
  }

  /// Reads the manifest in a backup's folder.
  ///
  /// - Throws: a ``DomainError`` if this program cannot read it.
  static func read(in folder: String) throws -> BackupManifest {
    let path = "\(folder)/\(name)"
    guard let bytes = try? FileContents.read(path, limit: longest, allowsPipes: false) else {
      throw BackupProblem.unfit(folder, "there is no \(name) in it")
    }
    guard let found = try? JSON.decode(BackupManifest.self, from: bytes), found.program == program
    else { throw BackupProblem.unfit(folder, "its \(name) cannot be read") }
    guard found.format == format else {
      throw BackupProblem.unfit(
        folder,
        "it is of format \(found.format), and this program reads \(format): use the version that made "
          + "it (\(found.version)), or a newer one"
      )
    }
    for file in found.files where StoredFile(file.name)?.kind != file.kind {
      throw BackupProblem.unfit(folder, "its \(name) names a file that no server keeps")
    }
    return found
  }
}

/// Why a backup was not made, not recognized, or not restored.
enum BackupProblem {
  static func unfit(_ folder: String, _ why: String) -> DomainError {
    DomainError(
      "backup-unfit",
      "\(folder) is not a complete backup: \(why). Nothing was changed: choose another one."
    )
  }

  static func unwritable(_ path: String, _ error: FileError) -> DomainError {
    DomainError(
      "backup-unwritable",
      "\(path) cannot be written (\(error)). No backup was made, and those that are there stay as they "
        + "are: free some space, or give this user the right to it."
    )
  }
}
