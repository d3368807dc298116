/// The seasons of a temperate climate.
public enum Season: String, Sendable, CaseIterable {
  case spring, summer, autumn, winter

  /// Returns the season of a month; nil if it is not known which hemisphere the zone is in.
  ///
  /// - Parameters:
  ///   - month: 1 to 12.
  ///   - zone: the name of a time zone, such as `Europe/Vienna`.
  public init?(month: Int, zone: String) {
    guard let isSouth = Season.isSouth(zone) else { return nil }
    let seasons: [Season] = [.winter, .spring, .summer, .autumn]
    self = seasons[((month + (isSouth ? 6 : 0)) % 12) / 3]
  }

  /// Nil for zones that have no place, lie on both sides of the equator, or lack such seasons.
  private static func isSouth(_ zone: String) -> Bool? {
    if southern.contains(where: zone.hasPrefix) { return true }
    return northern.contains(where: zone.hasPrefix) ? false : nil
  }

  private static let southern = [
    "Australia/", "Pacific/Auckland", "Pacific/Chatham", "Antarctica/", "America/Argentina/",
    "America/Buenos_Aires", "America/Montevideo", "America/Santiago", "America/Asuncion",
    "America/Sao_Paulo", "America/Punta_Arenas", "Africa/Johannesburg", "Africa/Windhoek",
    "Africa/Maseru", "Africa/Gaborone", "Atlantic/Stanley", "NZ", "Chile/",
  ]

  private static let northern = [
    "Europe/", "US/", "Canada/", "America/New_York", "America/Chicago", "America/Denver",
    "America/Los_Angeles", "America/Toronto", "America/Vancouver", "America/Halifax",
    "America/Detroit", "America/Boise", "America/Edmonton", "America/Winnipeg", "America/Montreal",
    "America/St_Johns", "America/Regina", "America/Anchorage", "America/Indiana/",
    "America/Kentucky/", "America/North_Dakota/", "Asia/Tokyo", "Asia/Seoul", "Asia/Shanghai",
    "Asia/Beirut", "Asia/Jerusalem", "Asia/Istanbul", "Asia/Tbilisi", "Asia/Yerevan", "Asia/Tehran",
    "Asia/Almaty", "Asia/Tashkent", "Asia/Novosibirsk", "Asia/Vladivostok", "Asia/Yekaterinburg",
    "Atlantic/Reykjavik", "Atlantic/Azores", "Atlantic/Faroe", "Africa/Algiers", "Africa/Tunis",
    "Africa/Casablanca", "GB", "Japan", "ROK", "PRC", "Turkey", "Poland", "Portugal", "Eire",
    "Israel", "Iran",
  ]
}

/// The light of an hour.
public enum Daylight: String, Sendable, CaseIterable {
  case night, dawn, day, dusk

  /// - Parameters:
  ///   - minute: of the local day, 0 to 1439.
  ///   - season: nil for days and nights of equal length.
  public init(minute: Int, season: Season?) {
    let (rise, set) = Daylight.sun(in: season)
    switch minute {
    case ..<(rise - 45), (set + 60)...: self = .night
    case ..<(rise + 75): self = .dawn
    case ..<(set - 75): self = .day
    default: self = .dusk
    }
  }

  /// The minute of the local day at which the light changes next; 1440 if it lasts until midnight.
  public static func change(after minute: Int, season: Season?) -> Int {
    let now = Daylight(minute: minute, season: season)
    return (minute + 1..<1440).first { Daylight(minute: $0, season: season) != now } ?? 1440
  }

  /// The minutes at which the sun rises and sets, approximately as at a latitude of 48 degrees.
  public static func sun(in season: Season?) -> (rise: Int, set: Int) {
    switch season {
    case .winter: (470, 985)
    case .spring: (375, 1190)
    case .summer: (320, 1250)
    case .autumn: (425, 1080)
    case nil: (370, 1120)
    }
  }
}

/// The lights in the sky of a garden.
public struct GardenSky: Sendable, Equatable {
  public let light: Daylight
  public let season: Season?
  /// How far the sun or the moon has moved across the sky, 0 to 1.
  public let way: Double
  /// The age of the moon as a fraction of a month: 0 is new, 0.5 full.
  public let moon: Double

  /// - Parameters:
  ///   - minute: of the local day, 0 to 1439.
  ///   - month: 1 to 12.
  ///   - unixSeconds: for the moon.
  public init(minute: Int, month: Int, zone: String, unixSeconds: Int64) {
    season = Season(month: month, zone: zone)
    light = Daylight(minute: minute, season: season)
    let (rise, set) = Daylight.sun(in: season)
    if light == .night {
      let start = set + 60
      let length = 1440 - start + rise - 45
      way = Double((minute - start + 1440) % 1440) / Double(length)
    } else {
      way = min(1, max(0, Double(minute - rise + 45) / Double(set - rise + 105)))
    }
    // The new moon of 2000-01-06 18:14 UTC, and the mean length of a lunar month. Source: Meeus,
    // "Astronomical Algorithms", chapter 49.
    let age = (Double(unixSeconds - 947_182_440) / 86_400 / 29.530588861)
    moon = age - age.rounded(.down)
  }
}
