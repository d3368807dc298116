import Glibc

/// Standard input, output and error.
public enum StandardStreams {
  /// Gives those that are closed a file that can neither be read nor written.
  ///
  /// Otherwise the next file that is opened would take their place, and what is printed would be
  /// written into it.
  public static func occupyClosed() {
    for (stream, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(stream, F_GETFD) < 0 {
      // The lowest number that is free is the one looked at.
      _ = open("/dev/null", mode)
    }
  }
}
