import Glibc

/// A small private file that several programs change, one after the other.
///
/// It is written in place under a lock, since a program that waits for the lock has this very file
/// open.
public struct SharedFile: Sendable {
  public let path: String
  private let limit: Int

  /// - Parameter limit: the number of bytes after which the rest of the file is not read.
  public init(_ path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  /// Changes the contents, and creates the file if there is none.
  ///
  /// - Parameters:
  ///   - patience: milliseconds to wait for other programs.
  ///   - body: changes the bytes; nothing is written if they stay the same.
  /// - Throws: a ``FileError``, which leaves the file as it was, or empty if writing it failed; or
  ///   what `body` throws.
  public func change(patience: Int = .max, _ body: (inout [UInt8]) throws -> Void) throws {
    let lock = try AdvisoryLock(path)
    // Tried once first, which throws where the file system cannot lock: waiting would not end.
    guard try lock.acquireUnlessHeld() || lock.acquire(patience: patience) else {
      throw FileError(code: EBUSY)
    }
    let before = try read(lock.descriptor)
    var bytes = before
    try body(&bytes)
    guard bytes != before else { return }
    try write(bytes, to: lock.descriptor)
  }

  private func read(_ file: Int32) throws(FileError) -> [UInt8] {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw FileError(code: errno) }
    var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), limit))
    let count = pread(file, &bytes, bytes.count, 0)
    guard count >= 0 else { throw FileError(code: errno) }
    return Array(bytes[..<count])
  }

  private func write(_ bytes: [UInt8], to file: Int32) throws(FileError) {
    guard ftruncate(file, 0) == 0 else { throw FileError(code: errno) }
    let count = pwrite(file, bytes, bytes.count, 0)
    guard count != bytes.count else { return }
    let code = count < 0 ? errno : ENOSPC
    ftruncate(file, 0)
    throw FileError(code: code)
  }
}
