import Core
import FileSystem
import Glibc

/// Lets one program at a time synchronize a home.
///
/// It is a `flock` (flock(2)), which the system releases however the program ends.
public struct SyncLock: Sendable {
  public let path: String

  public init(_ path: String) { self.path = path }

  /// The right to synchronize, until it is released.
  public final class Hold: Sendable {
    private let file: Int32

    fileprivate init(_ file: Int32) { self.file = file }

    deinit { close(file) }
  }

  /// Takes the lock if nobody has it; waits for nobody.
  ///
  /// - Returns: nil if another program synchronizes now.
  /// - Throws: a `DomainError` if the file cannot be made.
  public func take() throws -> Hold? {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { throw unusable(errno) }
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      if code == EINTR { continue }
      close(file)
      if code == EWOULDBLOCK { return nil }
      throw unusable(code)
    }
    return Hold(file)
  }

  private func unusable(_ code: Int32) -> DomainError {
    DomainError(
      "sync-lock-unusable",
      "\(path) cannot be locked (\(FileError(code: code))). Nothing was sent and nothing is lost: give "
        + "yourself the right to write there, or put the folder on a disk of this computer."
    )
  }
}
