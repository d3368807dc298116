/// Something doubtful in what a device has sent, which is reported and refuses nothing.
public enum SyncFlag: Sendable, Equatable {
  /// Many days were marked late, in one request.
  case backfill(facts: Int)
  /// The device's clock is off by this many milliseconds; positive if ahead of the server's.
  case clock(milliseconds: Int64)
  /// Many facts arrived within an hour.
  case rate(facts: Int)
}
