/// When a person gave an order that arrives later, such as a tap while the app could not be
/// reached.
///
/// The order is carried out as of that instant: it belongs to the day of the tap, is judged by the
/// rules of that day, and gives way to what was entered after it. The id of each of its facts keeps
/// the time of receipt (``FactID/received``) and the timestamp the time of the tap.
public struct Claim: Hashable, Sendable {
  /// How long ago an order may have been given, in milliseconds; seven days.
  public static let maxAge: Int64 = 7 * 86_400_000

  /// When the order was given, by the clock of the person's device.
  public let made: Instant
  /// The latest time known to the page on which the order was given; the order cannot be earlier.
  public let seen: HybridTime

  public init(made: Instant, seen: HybridTime) {
    self.made = made
    self.seen = seen
  }

  /// The instant as of which the order is carried out.
  ///
  /// - Parameter now: when the order was received; the result is not later than this.
  /// - Returns: `now` for an order that claims to be older than ``maxAge``.
  public func instant(receivedAt now: Instant) -> Instant {
    guard made >= now.advanced(byMilliseconds: -Claim.maxAge) else { return now }
    return min(now, max(made, seen.instant))
  }
}
