import TimeZones

/// How a user counts days: their zone, first day of the week and the hour at which a day begins.
public struct LocalCalendar: Sendable, Equatable {
  public var zone: Zone
  public var weeks: Weeks
  public var dayStart: DayStart
  /// How the person writes numbers; it is queried together with their days.
  public var numbers: NumberStyle

  public init(zone: Zone, weekStart: Weekday = .monday, dayStart: DayStart = .midnight) {
    self.init(zone: zone, weeks: Weeks(from: weekStart), dayStart: dayStart)
  }

  public init(
    zone: Zone,
    weeks: Weeks,
    dayStart: DayStart = .midnight,
    numbers: NumberStyle = .space
  ) {
    self.zone = zone
    self.weeks = weeks
    self.dayStart = dayStart
    self.numbers = numbers
  }

  /// The present first day of the week; setting it here applies it from the beginning.
  public var weekStart: Weekday {
    get { weeks.first }
    set { weeks = Weeks(from: newValue) }
  }

  /// The local day at `instant`: the latest one that has begun.
  ///
  /// With a later day start, the hours after midnight still belong to the day before, from the day
  /// on which that was set. A day that has begun never ends when clocks go back over its start.
  public func day(at instant: Instant) -> Day {
    var day = clockDay(at: instant)
    while start(of: day.advanced(by: 1)) <= instant { day = day.advanced(by: 1) }
    return day
  }

  /// The day according to the date and time on a clock alone.
  private func clockDay(at instant: Instant) -> Day {
    let seconds = zone.localSeconds(at: instant)
    let midnightDay = Day(number: Int(floorDivide(seconds, 86_400)))
    guard dayStart.minutes > 0 else { return midnightDay }
    let shifted = seconds - Int64(dayStart.minutes) * 60
    let day = Day(number: Int(floorDivide(shifted, 86_400)))
    return max(day, min(dayStart.since, midnightDay))
  }

  /// The instant at which `day` begins for the user.
  public func start(of day: Day) -> Instant {
    let minutes = day > dayStart.since ? dayStart.minutes : 0
    return zone.instant(on: day, secondOfDay: minutes * 60)
  }

  /// The first day of the week that contains `day`.
  public func startOfWeek(_ day: Day) -> Day { weeks.days(around: day).lowerBound }
}

extension LocalCalendar: Codable {
  private enum CodingKeys: CodingKey { case dayStart, numbers, weekStart, weekStarts, zone }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let starts = try container.decodeIfPresent([Weeks.Start].self, forKey: .weekStarts)
    let weekStart = try container.decode(Weekday.self, forKey: .weekStart)
    self.init(
      zone: try container.decode(Zone.self, forKey: .zone),
      weeks: starts.flatMap { Weeks($0) } ?? Weeks(from: weekStart),
      dayStart: try container.decode(DayStart.self, forKey: .dayStart),
      numbers: try container.decodeIfPresent(NumberStyle.self, forKey: .numbers) ?? .space
    )
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(dayStart, forKey: .dayStart)
    if numbers != .space { try container.encode(numbers, forKey: .numbers) }
    try container.encode(weekStart, forKey: .weekStart)
    if weeks.starts.count > 1 { try container.encode(weeks.starts, forKey: .weekStarts) }
    try container.encode(zone, forKey: .zone)
  }
}

/// The time at which the user's day begins: 00:00 to 06:00.
public struct DayStart: Sendable, Codable, Equatable {
  public static let latestMinutes = 360

  /// Minutes after local midnight.
  public let minutes: Int
  /// The day on which this was set; that day had already begun and keeps its earlier start.
  public let since: Day

  /// Nil for times after 06:00.
  public init?(minutes: Int, since: Day) {
    guard (0...DayStart.latestMinutes).contains(minutes) else { return nil }
    self.minutes = minutes
    self.since = since
  }

  private init() {
    minutes = 0
    since = Day(number: 0)
  }

  public static let midnight = DayStart()
}
