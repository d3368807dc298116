import Glibc

/// Files that are written whole or not at all, for the user who writes them alone (mode 0600).
///
/// The bytes go to a new file beside the target, are synced to disk, and take the target's name in
/// one step.
public enum AtomicFile {
  /// Writes the file and replaces one that exists.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    try withPartialFile(of: path, bytes) { partial throws(FileError) in
      try check(rename(partial, path))
    }
  }

  /// Writes the file unless one exists.
  ///
  /// - Throws: a ``FileError`` for which ``FileError/isExistingFile`` is true if one does.
  public static func create(_ bytes: [UInt8], at path: String) throws(FileError) {
    try withPartialFile(of: path, bytes) { partial throws(FileError) in
      // Unlike `rename`, `link` never replaces a file.
      if link(partial, path) == 0 { return }
      let code = errno
      guard code != EEXIST, access(path, F_OK) != 0 else { throw FileError(code: EEXIST) }
      // Some file systems have no hard links.
      guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(code) else {
        throw FileError(code: code)
      }
      try check(rename(partial, path))
    }
  }

  private static func withPartialFile(
    of path: String,
    _ bytes: [UInt8],
    _ body: (String) throws(FileError) -> Void
  ) throws(FileError) {
    let partial = "\(path).\(getpid()).partial"
    // Left behind by a process of the same number that was killed.
    unlink(partial)
    let file = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw FileError(code: errno) }
    defer { unlink(partial) }
    do throws(FileError) {
      try fill(file, with: bytes)
    } catch {
      close(file)
      throw error
    }
    try check(close(file))
    try body(partial)
  }

  private static func fill(_ file: Int32, with bytes: [UInt8]) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw FileError(code: errno) }
      rest = rest.dropFirst(written)
    }
    try check(fsync(file))
  }

  private static func check(_ result: Int32) throws(FileError) {
    guard result == 0 else { throw FileError(code: errno) }
  }
}

/// Why the system could not do something with a file.
public struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A value of `errno`.
  public let code: Int32

  public init(code: Int32) { self.code = code }

  /// Whether a file was not created because one of that name exists.
  public var isExistingFile: Bool { code == EEXIST }

  /// The system's words for the error.
  public var description: String { String(cString: strerror(code)) }
}
