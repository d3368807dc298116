import Core

/// The days on which one schedule holds.
public struct ScheduleSpan: Sendable, Equatable {
  public let schedule: Schedule
  public let from: Day
  /// The last day of the span.
  public var to: Day

  public init(schedule: Schedule, from: Day, to: Day) {
    self.schedule = schedule
    self.from = from
    self.to = to
  }
}

extension [Dated<Schedule>] {
  /// Returns the spans of a range of days, earliest first.
  ///
  /// A new quota of the same period begins with the next period, every other schedule on its day.
  public func spans(from first: Day, to last: Day, weeks: Weeks) -> [ScheduleSpan] {
    var spans: [ScheduleSpan] = []
    for dated in self {
      var from = Swift.max(dated.from ?? first, first)
      if from > first, let period = dated.value.calendarPeriod,
        spans.last?.schedule.calendarPeriod == period
      {
        from = period.firstStart(notBefore: from, weeks)
      }
      guard from <= last else { continue }
      while let later = spans.last, later.from >= from { spans.removeLast() }
      if let before = spans.last {
        guard before.schedule != dated.value else {
          spans[spans.count - 1].to = last
          continue
        }
        spans[spans.count - 1].to = from.advanced(by: -1)
      }
      spans.append(ScheduleSpan(schedule: dated.value, from: from, to: last))
    }
    return spans
  }
}

extension Schedule {
  /// The calendar period of a quota; nil for other schedules and for a rolling window.
  public var calendarPeriod: Period? {
    switch self {
    case .times(_, .week): .week
    case .times(_, .month): .month
    default: nil
    }
  }
}

extension Schedule.Period {
  /// Returns the first day of the calendar period that contains `day`.
  ///
  /// A rolling window begins so that `day` is its last one.
  public func start(of day: Day, weeks: Weeks) -> Day {
    switch self {
    case .week: weeks.days(around: day).lowerBound
    case .month: day.startOfMonth
    case .rolling(let days): day.advanced(by: 1 - days)
    }
  }

  /// Returns the last day of the period that contains `day`.
  public func end(of day: Day, weeks: Weeks) -> Day {
    switch self {
    case .week: weeks.days(around: day).upperBound
    case .month: day.startOfNextMonth.advanced(by: -1)
    case .rolling: day
    }
  }

  fileprivate func firstStart(notBefore day: Day, _ weeks: Weeks) -> Day {
    let start = start(of: day, weeks: weeks)
    return start == day ? day : end(of: day, weeks: weeks).advanced(by: 1)
  }
}

/// The quota of a period in which some days do not count.
public enum ScaledQuota {
  /// Returns `times` scaled by the share of active days, rounded to the nearest, half up.
  ///
  /// Days on vacation, skipped days and days before the habit began are not active.
  public static func times(_ times: Int, active: Int, of total: Int) -> Int {
    guard total > 0, active < total else { return times }
    return (2 * times * Swift.max(0, active) + total) / (2 * total)
  }
}
