import Glibc

/// Standard input, output and error.
public enum StandardStreams {
  /// Opens a file that can be neither read nor written in place of closed streams.
  ///
  /// Otherwise the next opened file would take their place, and printed text would be written into
  /// it.
  public static func occupyClosed() {
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number is the one that was checked.
      _ = open("/dev/null", mode)
    }
  }
}
