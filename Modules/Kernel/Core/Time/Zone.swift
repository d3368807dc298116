import TimeZones

/// A time zone of the system's zone database.
///
/// Read directly from the compiled files: with a static standard library, Foundation's time zones
/// are silently GMT. Values are cheap: all with the same name share one table in memory.
public struct Zone: Sendable {
  /// The names that people choose among, from the system's database, in order; none without one.
  public static var listed: [String] { ZoneDatabase.shared.listed }

  /// The name as the user gave it.
  public let identifier: String
  private let table: ZoneTable

  /// The zone with that name in the system's database, `$TZDIR` or `/usr/share/zoneinfo`.
  ///
  /// Throws a ``DomainError`` with the code `unknown-time-zone` if there is none, and with
  /// `damaged-time-zone` if its file is invalid. UTC, Etc/UTC and GMT need no database.
  public init(identifier: String) throws {
    try self.init(identifier: identifier, in: .shared)
  }

  init(identifier: String, in database: ZoneDatabase) throws(DomainError) {
    self.identifier = identifier
    do {
      table = try database.table(of: identifier)
    } catch { throw DomainError(error) }
  }

  /// The zone with that name; nil if this computer has none, or cannot use it.
  ///
  /// Without the search for a similar name that the error of ``init(identifier:)`` needs, so that a
  /// zone which only another device knows does not slow this one down.
  public init?(installed identifier: String) {
    guard let table = try? ZoneDatabase.shared.table(of: identifier) else { return nil }
    self.init(identifier: identifier, table: table)
  }

  private init(identifier: String, table: ZoneTable) {
    self.identifier = identifier
    self.table = table
  }

  /// Coordinated Universal Time, which needs no database.
  public static let utc = Zone(identifier: "UTC", table: .utc)

  /// The zone of this computer; UTC if it has none.
  public static func system() -> Zone { Zone(installed: HostZone().identifier) ?? .utc }

  /// Whether this is UTC itself, not just a zone with the same offset.
  var isUTC: Bool { table === ZoneTable.utc }

  /// The seconds by which local time is ahead of UTC at `instant`; negative west of Greenwich.
  public func utcOffset(at instant: Instant) -> Int { table.offset(at: instant.seconds) }

  /// The local time at `instant`, as seconds counted as if local time were UTC.
  public func localSeconds(at instant: Instant) -> Int64 {
    let seconds = instant.seconds
    return seconds + Int64(table.offset(at: seconds))
  }

  /// The instant of a local time.
  ///
  /// In a gap, where clocks were set forward, the first instant after it; for a time that occurs
  /// twice, the earlier of the two.
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
  /// Decodes the identifier.
  ///
  /// Throws a ``DomainError`` if this system has no such zone.
  public init(from decoder: any Decoder) throws {
    try self.init(identifier: decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}
