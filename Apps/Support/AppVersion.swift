import Glibc

/// The version that all apps of this build report.
public enum AppVersion {
  public static let current = "0.1.0"

  /// Prints the version and ends the program if nothing else is asked.
  ///
  /// Programs call it before they read or build anything, so that a report of an error can name the
  /// version of a program that does not start.
  public static func serve(_ arguments: [String]) {
    guard arguments == ["--version"] else { return }
    print(current)
    exit(fflush(nil) == 0 ? 0 : 1)
  }
}
