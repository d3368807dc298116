import Glibc

/// Running without any plugin, to reach one's data when a plugin causes trouble.
public enum SafeMode {
  private static let option = "--safe"
  private static let variable = "TRELLIS_SAFE"

  /// Returns whether `--safe` is among the arguments of a program, and the other arguments.
  ///
  /// It is removed before the arguments are parsed, since plugins add to the commands.
  public static func taken(from arguments: [String]) -> (rest: [String], isSafe: Bool) {
    let own = arguments.prefix { $0 != "--" }
    let rest = own.filter { $0 != option } + arguments.dropFirst(own.count)
    return (rest, own.contains(option))
  }

  /// Leaves plugins out of this process and of all that it starts, as `TRELLIS_SAFE` does.
  ///
  /// Must be called before there is a second thread, which could be reading the environment.
  public static func enter() { setenv(variable, "1", 1) }

  /// Whether `TRELLIS_SAFE` is set.
  static var isAsked: Bool {
    let value = getenv(variable).map { String(cString: $0) } ?? ""
    return !["", "0", "no"].contains(value)
  }
}
