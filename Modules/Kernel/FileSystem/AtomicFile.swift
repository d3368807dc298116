import Glibc

/// Writes files atomically, readable and writable only by the current user (mode 0600).
///
/// The bytes are written to a new file beside the target, synced to disk, and renamed to the target
/// in one step.
public enum AtomicFile {
  /// Writes the file, and replaces an existing one.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileError) {
    try withPartialFile(of: path, bytes) { partial throws(FileError) in
      try check(rename(partial, path))
    }
  }

  /// Writes the file unless one exists.
  ///
  /// - Throws: a ``FileError`` whose ``FileError/isExistingFile`` is true if one exists.
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
    // A leftover of a process with the same id that was killed.
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

/// An error of the system for an operation on a file.
public struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A value of `errno`.
  public let code: Int32

  public init(code: Int32) { self.code = code }

  /// Whether the file was not created because one with that name exists.
  public var isExistingFile: Bool { code == EEXIST }

  /// The system's message for the error.
  public var description: String { String(cString: strerror(code)) }
}
