import Glibc

/// A new file that is written a piece at a time, readable and writable only by the current user.
public struct NewFile: ~Copyable {
  private let descriptor: Int32

  /// Creates the file; there must be none with that name.
  public init(_ path: String) throws(FileError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileError(code: errno) }
  }

  deinit { close(descriptor) }

  /// Appends all of the bytes.
  public borrowing func write(_ bytes: [UInt8]) throws(FileError) {
    try AtomicFile.writeAll(bytes, to: descriptor)
  }

  /// Waits until everything is on disk.
  public borrowing func sync() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError(code: errno) }
  }
}
