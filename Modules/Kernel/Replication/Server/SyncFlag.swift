/// A soft doubt about what a device has sent, which refuses nothing.
public enum SyncFlag: Sendable, Equatable {
  /// Many days were marked late, in one request.
  case backfill(facts: Int)
  /// The device's clock is off, by so many milliseconds: ahead of the server's if positive.
  case clock(milliseconds: Int64)
  /// Many facts came within an hour.
  case rate(facts: Int)
}
