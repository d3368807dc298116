import FileSystem
import Journals

/// The right to write, held by one process and one open journal at a time.
///
/// Before 3.51.3 SQLite can lose committed data when two connections write and checkpoint at the
/// same time (the "WAL-reset bug"), so every write and every checkpoint holds this lock.
final class FileLock {
  private let lock: AdvisoryLock
  private let timeout: Int
  private let path: String

  /// - Parameter timeout: milliseconds that ``acquire()`` waits for others.
  init(path: String, timeout: Int) throws(JournalError) {
    do throws(FileError) {
      lock = try AdvisoryLock(path)
    } catch { throw ErrorTranslation.system(error.code, "open", path) }
    self.timeout = timeout
    self.path = path
  }

  /// Waits until no other process or journal holds the lock.
  ///
  /// - Parameter patience: milliseconds to wait; nil for the usual time.
  func acquire(patience: Int? = nil) throws(JournalError) {
    guard lock.acquire(patience: patience ?? timeout) else { throw ErrorTranslation.busy(path) }
  }

  func tryAcquire() -> Bool { lock.tryAcquire() }

  func release() { lock.release() }

  /// Runs `body` while holding the lock.
  func hold<T>(_ body: () throws(JournalError) -> T) throws(JournalError) -> T {
    try acquire()
    defer { release() }
    return try body()
  }
}
