import TimeZones

/// A time zone of the system's zone database.
///
/// Read from the compiled files themselves: with a static standard library Foundation's time
/// zones are silently GMT. A value is cheap: all of one name share one table in memory.
public struct Zone: Sendable {
  /// The name as the person gave it.
  public let identifier: String
  private let table: ZoneTable

  /// The zone of that name in the system's database, `$TZDIR` or `/usr/share/zoneinfo`.
  ///
  /// Throws a ``DomainError`` with the code `unknown-time-zone` when there is none, and with
  /// `damaged-time-zone` when its file cannot be understood. UTC, Etc/UTC and GMT need no database.
  public init(identifier: String) throws {
    try self.init(identifier: identifier, in: .shared)
  }

  init(identifier: String, in database: ZoneDatabase) throws(DomainError) {
    self.identifier = identifier
    do {
      table = try database.table(of: identifier)
    } catch { throw DomainError(error) }
  }

  private init(identifier: String, table: ZoneTable) {
    self.identifier = identifier
    self.table = table
  }

  /// Coordinated Universal Time, which needs no database.
  public static let utc = Zone(identifier: "UTC", table: .utc)

  /// The zone that this computer is set to; UTC where it is set to none.
  public static func system() -> Zone { (try? Zone(identifier: HostZone().identifier)) ?? .utc }

  /// Whether this is UTC itself, not just a zone at its offset.
  var isUTC: Bool { table === ZoneTable.utc }

  /// Seconds that local civil time is ahead of UTC at `instant`; negative west of Greenwich.
  public func utcOffset(at instant: Instant) -> Int { table.offset(at: instant.seconds) }

  /// Seconds of local civil time at `instant`, counted as if local time were UTC.
  public func localSeconds(at instant: Instant) -> Int64 {
    let seconds = instant.seconds
    return seconds + Int64(table.offset(at: seconds))
  }

  /// The instant of a local time.
  ///
  /// Where clocks were set forward past it, the first instant after the gap; where they were set
  /// back over it, the earlier of the two.
  public func instant(on day: Day, secondOfDay: Int) -> Instant {
    let local = Int64(day.number) * 86_400 + Int64(secondOfDay)
    return Instant(seconds: table.seconds(ofLocal: local))
  }
}

extension Zone: Hashable {
  public static func == (a: Zone, b: Zone) -> Bool { a.identifier == b.identifier }

  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension Zone: Codable {
  /// Reads the identifier.
  ///
  /// Throws a ``DomainError`` when this system has no such zone.
  public init(from decoder: any Decoder) throws {
    try self.init(identifier: decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}
