import Core

extension LocalCalendar {
  /// The person's date at an instant that a server has written in RFC 3339; from a newer server, the
  /// text as it is.
  func date(of instant: String) -> String {
    Instant(rfc3339: instant).map { "\(day(at: $0))" } ?? instant
  }
}
