/// The daemon's defaults.
public enum DaemonDefaults {
  /// The port of the web app on a person's own machine: easy to remember, and rarely used by other
  /// programs.
  public static let port: UInt16 = 4747
}
