/// The rule for a zone's offsets after the last change that its file lists.
///
/// Source: RFC 9636, section 3.3, which uses the TZ variable of POSIX.1-2024 with hours of -167 to
/// 167 in the times of changes.
struct ZoneRule: Sendable, Equatable {
  /// Seconds east of UTC outside of summer time.
  let standard: Int
  let daylight: Daylight?

  /// Summer time that recurs every year.
  struct Daylight: Sendable, Equatable {
    /// Seconds east of UTC.
    let offset: Int
    let start: Moment
    let end: Moment
  }

  /// A yearly local time.
  struct Moment: Sendable, Equatable {
    let date: Date
    /// Seconds after midnight of that date; may be negative or beyond the day.
    let time: Int
  }

  enum Date: Sendable, Equatable {
    /// Day 1 to 365 of a year whose February always has 28 days: `J60` is 1 March.
    case julian(Int)
    /// Days after 1 January, 0 to 365, counting 29 February.
    case ordinal(Int)
    /// Weekday 0 (Sunday) to 6, in week 1 to 4 of a month; week 5 is the last.
    case week(month: Int, week: Int, weekday: Int)
  }

  /// The period of constant offset that contains `seconds` of Unix time.
  func period(at seconds: Int64) -> ZonePeriod {
    var found = ZonePeriod(start: .min, end: .max, offset: standard)
    guard let daylight else { return found }
    let year = CivilDate.components(ofDay: Int(floorDivide(seconds, 86_400))).year
    // The time of a change may be 167 hours outside its year, hence two years on either side.
    // Summer time all year long ends at the instant at which that of the next year starts; in this
    // order the start wins.
    for candidate in (year - 2)...(year + 2) {
      let start = daylight.start.seconds(inYear: candidate) - Int64(standard)
      found.narrow(to: seconds, change: start, offset: daylight.offset)
      let end = daylight.end.seconds(inYear: candidate) - Int64(daylight.offset)
      found.narrow(to: seconds, change: end, offset: standard)
    }
    return found
  }
}

/// A period in which a zone's offset does not change.
struct ZonePeriod: Sendable, Equatable {
  /// Unix seconds of the first instant; `Int64.min` if there is no earlier change.
  var start: Int64
  /// Unix seconds of the first instant after it; `Int64.max` if there is no later change.
  var end: Int64
  /// Seconds east of UTC.
  var offset: Int

  fileprivate mutating func narrow(to seconds: Int64, change: Int64, offset: Int) {
    if change > seconds {
      end = min(end, change)
    } else if change >= start {
      start = change
      self.offset = offset
    }
  }
}

extension ZoneRule.Moment {
  /// Local seconds since 1970-01-01T00:00:00.
  fileprivate func seconds(inYear year: Int) -> Int64 {
    Int64(date.dayNumber(inYear: year)) * 86_400 + Int64(time)
  }
}

extension ZoneRule.Date {
  fileprivate func dayNumber(inYear year: Int) -> Int {
    let newYear = CivilDate.dayNumber(year: year, month: 1, day: 1)
    switch self {
    case .julian(let day):
      let leapDay = day >= 60 && CivilDate.length(ofMonth: 2, year: year) == 29 ? 1 : 0
      return newYear + day - 1 + leapDay
    case .ordinal(let days):
      return newYear + days
    case .week(let month, let week, let weekday):
      let first = CivilDate.dayNumber(year: year, month: month, day: 1)
      let firstMatch = (weekday - CivilDate.isoWeekday(ofDay: first) % 7 + 7) % 7
      let day = firstMatch + (week - 1) * 7
      let fits = day < CivilDate.length(ofMonth: month, year: year)
      return first + (fits ? day : day - 7)
    }
  }
}
