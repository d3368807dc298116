import Glibc

/// A file that nobody but the current user can read or write.
public enum PrivateFile {
  /// The first bytes of a file.
  ///
  /// Symbolic links are not followed, and pipes and devices are not read.
  ///
  /// - Parameter limit: the greatest number of bytes that are read.
  /// - Returns: nil if there is no file, or one that others could have read or written.
  /// - Throws: a ``FileError`` when it cannot be read.
  public static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError(code: errno)
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw FileError(code: errno) }
    let isPrivate = status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    guard isPrivate, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes = [UInt8](repeating: 0, count: min(limit, max(0, Int(status.st_size))))
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count >= 0 else { throw FileError(code: errno) }
    return Array(bytes.prefix(count))
  }
}
