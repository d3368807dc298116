/// The version that all apps of this build report.
public enum AppVersion {
  public static let current = "0.1.0"
}
