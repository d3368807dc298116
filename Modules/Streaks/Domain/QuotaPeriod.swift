import TrackingContract

/// One calendar period of a quota.
///
/// Its quota is scaled by the share of its days that are neither rested nor before the habit began.
struct QuotaPeriod: Sendable {
  enum Verdict: Sendable { case done, neutral, missed }

  /// The days of the whole period, also those before the habit and after today.
  let days: ClosedRange<Int>
  /// The scaled quota.
  let quota: Int
  /// The number of days done.
  let done: Int
  /// Whether a change of the unit, or of the first day of the week, cut the period short.
  private let isCut: Bool

  init(of day: Int, _ times: Int, _ periods: Periods, _ leg: Leg, _ course: Course) {
    let days = periods.days(around: day)
    self.days = days
    let from = max(days.lowerBound, leg.first)
    let active =
      days.upperBound - from + 1 - course.restingDays(from: from, through: days.upperBound)
    quota = ScaledQuota.times(times, active: active, of: days.count)
    done = course.doneDays(from: from, through: min(days.upperBound, leg.last))
    isCut = periods.isCut(days) || leg.isClosed && leg.last < days.upperBound
  }

  var verdict: Verdict {
    if done >= max(1, quota) { return .done }
    return quota == 0 || isCut ? .neutral : .missed
  }
}

extension Leg {
  /// Returns the period of a day; nil unless the rhythm is a quota of calendar periods.
  func period(of day: Int, in course: Course) -> QuotaPeriod? {
    guard case .quota(let times, let periods) = rule else { return nil }
    return QuotaPeriod(of: day, times, periods, self, course)
  }

  /// Returns the day that decides the unit of a day.
  func decidingDay(of day: Int) -> Int {
    guard case .quota(_, let periods) = rule else { return day }
    return min(periods.days(around: day).upperBound, last)
  }

  /// Returns the first day of the unit that `day` decides.
  func firstDay(ofUnitDecidedOn day: Int) -> Int {
    guard case .quota(_, let periods) = rule else { return day }
    return max(periods.days(around: day).lowerBound, first)
  }
}
