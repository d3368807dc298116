import Core
import Glibc

/// Files that a person requested and that only they can read.
public enum PrivateFile {
  /// Writes the file atomically.
  ///
  /// - Parameter replaces: whether to replace an existing file.
  /// - Throws: ``DomainError`` with a message for the person: `file-exists`, `file-unwritable`.
  public static func write(_ bytes: [UInt8], to path: String, replaces: Bool) throws {
    let partial = "\(path).\(getpid()).partial"
    let file = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure(path, errno) }
    defer { unlink(partial) }
    let problem = fill(file, with: bytes)
    guard close(file) == 0, problem == 0 else {
      throw failure(path, problem == 0 ? errno : problem)
    }
    try replaces ? replace(path, by: partial) : put(partial, at: path)
  }

  /// - Returns: 0, or the value of `errno`.
  private static func fill(_ file: Int32, with bytes: [UInt8]) -> Int32 {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return errno }
      rest = rest.dropFirst(written)
    }
    return fsync(file) == 0 ? 0 : errno
  }

  private static func replace(_ path: String, by partial: String) throws {
    guard rename(partial, path) == 0 else { throw failure(path, errno) }
  }

  /// Moves the file into place with a hard link, which unlike a rename never replaces another file.
  private static func put(_ partial: String, at path: String) throws {
    if link(partial, path) == 0 { return }
    let problem = errno
    guard problem != EEXIST, access(path, F_OK) != 0 else { throw exists(path) }
    // Some file systems do not support hard links.
    guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS].contains(problem) else {
      throw failure(path, problem)
    }
    try replace(path, by: partial)
  }

  private static func exists(_ path: String) -> DomainError {
    DomainError(
      "file-exists",
      "There is a file \(path) already, and it was left as it is. Choose another name, or add "
        + "--overwrite to replace it."
    )
  }

  private static func failure(_ path: String, _ number: Int32) -> DomainError {
    DomainError(
      "file-unwritable",
      "\(path) could not be written (\(String(cString: strerror(number)))). "
        + "Your habits are untouched: choose another place."
    )
  }
}
