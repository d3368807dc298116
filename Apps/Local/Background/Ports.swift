/// The port of the web app on a person's own machine.
public enum Ports {
  /// Easy to remember, and rarely used by other programs.
  public static let usual: UInt16 = 4747
}
