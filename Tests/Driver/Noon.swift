import Foundation

/// The middle of the day, for programs that a test runs by the machine's clock.
public enum Noon {
  /// The fixed time zone in which it was noon when the tests began: none of them meets midnight.
  public static let zone: String = zoneOfNoon(at: Int(Date().timeIntervalSince1970) / 3600 % 24)

  /// The fixed time zone in which it is noon at an hour of UTC.
  public static func zoneOfNoon(at hour: Int) -> String {
    // The sign of these zones is that of the way to Greenwich (tz database, file etcetera).
    hour == 12 ? "Etc/GMT" : hour < 12 ? "Etc/GMT-\(12 - hour)" : "Etc/GMT+\(hour - 12)"
  }
}
