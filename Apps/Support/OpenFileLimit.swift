import Core
import Glibc

/// The number of files that the system lets this process open.
public enum OpenFileLimit {
  /// The minimum for the loop, the journal and its readers, and the files of a command.
  private static let least: rlim_t = 32

  /// Ensures that the limit is high enough, so that a lack does not appear in the middle of work.
  ///
  /// - Throws: a ``DomainError`` if the limit is too low and cannot be raised.
  public static func require() throws {
    var limit = rlimit()
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(files, &limit) == 0, limit.rlim_cur < least else { return }
    let before = limit.rlim_cur
    limit.rlim_cur = limit.rlim_max
    guard limit.rlim_max >= least, setrlimit(files, &limit) == 0 else {
      throw DomainError(
        "too-few-files",
        "This program may open only \(before) files here, and needs \(least). Nothing was changed: "
          + "raise the limit, for instance with  ulimit -n 256 , and try again."
      )
    }
  }

  /// Raises the limit to the maximum, for a server with many connections.
  public static func raise() {
    var limit = rlimit()
    let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    guard getrlimit(files, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(files, &limit)
  }
}
