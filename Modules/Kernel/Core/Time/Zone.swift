/// A time zone of the system's zone database.
public struct Zone: Sendable, Hashable, Codable {
  /// The name as the person gave it.
  public let identifier: String

  /// Throws a ``Refusal`` when the system's database has no such zone.
  public init(identifier: String) throws {
    self.identifier = identifier
  }

  public static let utc: Zone = { fatalError("written by the zone reader") }()

  /// Seconds of local civil time at `instant`, counted as if local time were UTC.
  public func localSeconds(at instant: Instant) -> Int64 { instant.seconds }

  /// The instant of a local time. Where clocks were set forward past it, the first instant after
  /// the gap; where they were set back over it, the earlier of the two.
  public func instant(on day: Day, secondOfDay: Int) -> Instant {
    Instant(seconds: Int64(day.number) * 86_400 + Int64(secondOfDay))
  }
}
