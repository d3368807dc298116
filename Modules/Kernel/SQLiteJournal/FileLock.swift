import Glibc
import Journals

/// The right to write, held by one process and one open journal at a time.
///
/// Before 3.51.3 SQLite can lose committed data when two connections write and checkpoint at the
/// same time (the "WAL-reset bug"), so every write and every checkpoint holds this lock. It is a
/// `flock`, which the system releases however the process ends.
final class FileLock {
  private let descriptor: Int32
  private let timeout: Int
  private let path: String

  /// - Parameter timeout: milliseconds that ``acquire()`` waits for others.
  init(path: String, timeout: Int) throws(JournalError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ErrorTranslation.system(errno, "open", path) }
    self.timeout = timeout
    self.path = path
  }

  deinit { close(descriptor) }

  /// Waits until no other process or journal holds the lock.
  ///
  /// - Parameter patience: milliseconds to wait; nil for the usual time.
  func acquire(patience: Int? = nil) throws(JournalError) {
    // Polls instead of blocking: a process that hangs must not hang this one.
    var pause = 100
    var waited = 0
    while !tryAcquire() {
      guard waited / 1000 < patience ?? timeout else { throw ErrorTranslation.busy(path) }
      usleep(UInt32(pause))
      waited += pause
      pause = min(pause * 2, 2000)
    }
  }

  func tryAcquire() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

  func release() { flock(descriptor, LOCK_UN) }

  /// Runs `body` while holding the lock.
  func hold<T>(_ body: () throws(JournalError) -> T) throws(JournalError) -> T {
    try acquire()
    defer { release() }
    return try body()
  }
}
