/// Where the web app of a person's own machine is to be found.
public enum Ports {
  /// Easy to remember, and seldom taken by anything else.
  public static let usual: UInt16 = 4747
}
