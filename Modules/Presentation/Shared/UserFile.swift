import Core
import FileSystem
import Glibc

/// Files that a person named.
public enum UserFile {
  /// The name of the journal in a folder with a person's data.
  public static let journalName = "space.db"
  /// The name of the folder there with the automatic copies.
  public static let copiesName = "copies"

  /// Writes the file atomically, readable by this user only; a pipe or terminal is written
  /// directly.
  ///
  /// - Parameter replaces: whether to replace an existing file.
  /// - Returns: whether a file was written; false for a pipe or a terminal.
  /// - Throws: ``Core/DomainError`` with the code `file-exists`, `file-unwritable` or `home-file`.
  @discardableResult
  public static func write(
    _ bytes: [UInt8],
    to path: String,
    replaces: Bool = true
  ) throws -> Bool {
    let target = try target(path, replaces)
    try reporting(target.path) { () throws(FileError) in
      if target.isStream {
        try OutputPlace.write(bytes, toStream: target.path)
      } else if replaces {
        try AtomicFile.write(bytes, to: target.path)
      } else {
        try AtomicFile.create(bytes, at: target.path)
      }
    }
    return !target.isStream
  }

  /// Writes a file that `make` writes and syncs at the path it is given.
  ///
  /// - Returns: whether a file was written; false for a pipe or a terminal.
  /// - Throws: what `make` throws, or ``Core/DomainError`` as ``write(_:to:replaces:)``.
  public static func write(
    to path: String,
    replaces: Bool,
    _ make: (String) async throws -> Void
  ) async throws -> Bool {
    let target = try target(path, replaces)
    guard !target.isStream else {
      try await stream(to: target.path, make)
      return false
    }
    let failure: (FileError) -> any Error = {
      $0.isExistingFile ? exists(target.path) : unwritable(target.path, $0)
    }
    try await AtomicFile.place(target.path, replaces: replaces, failure: failure, make)
    return true
  }

  /// Writes a file from the pieces that `body` passes on, which need not fit into memory at once.
  ///
  /// - Returns: whether a file was written; false for a pipe or a terminal.
  /// - Throws: what `body` throws, or ``Core/DomainError`` as ``write(_:to:replaces:)``.
  public static func writePieces(
    to path: String,
    replaces: Bool = true,
    _ body: (_ write: ([UInt8]) throws -> Void) async throws -> Void
  ) async throws -> Bool {
    try await write(to: path, replaces: replaces) { partial in
      do {
        let file = try NewFile(partial)
        try await body { try file.write($0) }
        try file.sync()
      } catch let error as FileError {
        throw unwritable(path, error)
      }
    }
  }

  /// Writes the file that `make` writes to a stream, by way of a temporary file.
  private static func stream(
    to path: String,
    _ make: (String) async throws -> Void
  ) async throws {
    let folder = try privateFolder()
    let copy = folder + "/copy"
    defer {
      unlink(copy)
      rmdir(folder)
    }
    try await make(copy)
    try reporting(path) { () throws(FileError) in
      try OutputPlace.copy(copy, toStream: path)
    }
  }

  /// Creates a folder for temporary files that only this user can enter.
  static func privateFolder() throws -> String {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(parent)/trellis-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else { throw unwritable(parent, FileError(code: errno)) }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Where to write: a stream, or a file at the end of the links that lead to it.
  private struct Target {
    let path: String
    let isStream: Bool
  }

  /// The target that the user named, unless nothing may be written there.
  private static func target(_ path: String, _ replaces: Bool) throws -> Target {
    switch OutputPlace(path) {
    case .refused(let reason): throw refused(path, reason)
    case .stream(let path): return Target(path: path, isStream: true)
    case .file(let real):
      guard !isOfHome(real) else { throw ofHome(path) }
      guard replaces else { throw exists(path) }
      return Target(path: real, isStream: false)
    case .new:
      guard !isOfHome(path) else { throw ofHome(path) }
      return Target(path: path, isStream: false)
    }
  }

  /// The prefixes of the files that the programs keep beside the journal.
  private static let ownNames = [
    journalName, "answers.db", copiesName, "daemon", "notices-waiting", "product", "telemetry.json",
  ]

  /// Whether this is a file of the programs in a folder with a person's data.
  ///
  /// New names count too: SQLite gives a meaning to names that begin with the journal's.
  private static func isOfHome(_ path: String) -> Bool {
    let parts = PathParts(path)
    if parts.name.hasPrefix(journalName) { return true }
    let above = PathParts(parts.folder)
    if above.name == copiesName, access("\(above.folder)/\(journalName)", F_OK) == 0 { return true }
    return access("\(parts.folder)/\(journalName)", F_OK) == 0
      && ownNames.contains { parts.name.hasPrefix($0) }
  }

  private static func reporting(
    _ path: String,
    _ body: () throws(FileError) -> Void
  ) throws {
    do throws(FileError) {
      try body()
    } catch {
      throw error.isExistingFile ? exists(path) : unwritable(path, error)
    }
  }

  private static func exists(_ path: String) -> DomainError {
    DomainError(
      "file-exists",
      "There is a file \(path) already, and it was left as it is. Choose another name, or add "
        + "--overwrite to replace it."
    )
  }

  private static func ofHome(_ path: String) -> DomainError {
    DomainError(
      "home-file",
      "\(path) is a file of your data itself. Nothing was written: choose another name, best in "
        + "another folder."
    )
  }

  private static func refused(_ path: String, _ reason: OutputPlace.Reason) -> DomainError {
    let words =
      switch reason {
      case .folder: "is a folder. Nothing was written: add the name of a file"
      case .disk:
        "is a disk, whose contents would be lost. Nothing was written: choose a file on it"
      case .socket: "is a connection of another program. Nothing was written: choose another name"
      case .foreignPipe:
        "is a pipe of another user, who would read it. Nothing was written: choose another name"
      case .foreignLink:
        "is a link that another user has put there. Nothing was written: choose another name"
      case .danglingLink:
        "is a link to a file that does not exist. Nothing was written: name the file itself"
      case .unreachable(let code):
        "could not be written (\(FileError(code: code))). Your data is untouched: choose another "
          + "place"
      }
    return DomainError("file-unwritable", "\(path) \(words).")
  }

  static func unwritable(_ path: String, _ error: FileError) -> DomainError {
    DomainError(
      "file-unwritable",
      "\(path) could not be written (\(error)). Your data is untouched: choose another place."
    )
  }
}
