/// The daemon's defaults.
public enum DaemonDefaults {
  /// The web app's port on a person's own machine: easy to remember, and rarely used otherwise.
  public static let port: UInt16 = 4747
}
