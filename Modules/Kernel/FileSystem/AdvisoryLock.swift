import Glibc

/// An advisory lock on a file, held by one process and one open descriptor at a time.
///
/// Source: flock(2). The system releases it however the process ends.
public final class AdvisoryLock: Sendable {
  let descriptor: Int32

  /// Opens the file, and creates it for the current user alone if it does not exist.
  ///
  /// - Throws: also if the path is a link, which could lead to another program's file.
  public init(_ path: String) throws(FileError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileError(code: errno) }
  }

  deinit { close(descriptor) }

  /// Waits until nobody else holds the lock.
  ///
  /// It polls instead of blocking: a process that hangs must not hang this one.
  ///
  /// - Parameter patience: milliseconds to wait.
  /// - Returns: whether it is held now.
  public func acquire(patience: Int) -> Bool {
    var pause = 100
    var waited = 0
    while !tryAcquire() {
      guard waited / 1000 < patience else { return false }
      usleep(UInt32(pause))
      waited += pause
      pause = min(pause * 2, 2000)
    }
    return true
  }

  /// Takes the lock unless somebody holds it; returns whether it is held now.
  public func tryAcquire() -> Bool { (try? acquireUnlessHeld()) ?? false }

  /// Takes the lock unless somebody holds it; returns whether it is held now.
  ///
  /// - Throws: a ``FileError`` if the file system cannot lock the file.
  public func acquireUnlessHeld() throws(FileError) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: throw FileError(code: errno)
      }
    }
    return true
  }

  /// Releases the lock.
  public func release() { flock(descriptor, LOCK_UN) }
}
