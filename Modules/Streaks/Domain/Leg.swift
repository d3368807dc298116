import Core
import StreaksContract
import TrackingContract

/// The days of a habit on which one rhythm holds.
///
/// This is a class, since a course reads its legs once for each word of days.
final class Leg: Sendable {
  enum Rule: Sendable {
    /// Due on the weekdays of a mask, where bit 0 is Monday.
    case weekdays(UInt64)
    /// Due some days after it was last done.
    case interval(IntervalDays)
    /// Due every day, where the days that a rolling quota covers count.
    case rolling(RollingQuota, covered: BitSet)
    /// Due some number of times in each calendar period.
    case quota(times: Int, periods: Periods)
  }

  let first: Int
  let last: Int
  let rule: Rule
  let schedule: Schedule
  /// Whether another unit is counted afterwards, so that a period cut short breaks nothing.
  let isClosed: Bool

  init(_ span: ScheduleSpan, in course: Course, weeks: Weeks) {
    schedule = span.schedule
    first = span.from.number
    last = span.to.number
    isClosed = course.sections.contains { $0.last == span.to.number } && last < course.through
    switch span.schedule {
    case .daily: rule = .weekdays(Weekdays.all)
    case .weekdays(let days): rule = .weekdays(Weekdays.mask(of: days))
    case .every(let days):
      rule = .interval(IntervalDays(every: max(1, days), from: first, through: last, in: course))
    case .times(let times, .rolling(let days)):
      let quota = RollingQuota(times: times, days: days)
      // What was done before a change of the rhythm fills the first windows of the new one.
      let covered = quota.countedDays(of: course.history, in: (first - days)...last)
      rule = .rolling(quota, covered: covered)
    case .times(let times, .week):
      rule = .quota(times: max(1, times), periods: .weeks(weeks))
    case .times(let times, .month): rule = .quota(times: max(1, times), periods: .months)
    }
  }

  /// Whether the days on which it is due are the same for any marks.
  var isFreeOfMarks: Bool {
    switch rule {
    case .weekdays, .quota: true
    case .interval, .rolling: false
    }
  }

  /// Fills in what the days of a word decide, as far as they belong to this leg.
  func decide(_ word: inout Course.Word, _ index: Int, in course: Course) {
    let mask = Bits.mask(from: first, through: last, inWord: index)
    guard mask != 0 else { return }
    let free = ~(word.done | word.rested | word.protected)
    switch rule {
    case .weekdays(let weekdays):
      let due = Weekdays.repeated(weekdays, inWord: index) & mask
      word.due |= due
      word.counted |= due & word.done
      word.missed |= due & free
    case .interval(let interval):
      word.due |= interval.due.word(index) & mask
      word.counted |= word.done & mask
      word.missed |= interval.missed.word(index) & mask
    case .rolling(_, let covered):
      let counted = (word.done | covered.word(index) & ~word.rested) & mask
      word.due |= mask
      word.counted |= counted
      word.missed |= mask & ~counted & free
    case .quota(let times, let periods):
      word.due |= mask
      decidePeriods(&word, index, times, periods, course)
    }
  }

  private func decidePeriods(
    _ word: inout Course.Word,
    _ index: Int,
    _ times: Int,
    _ periods: Periods,
    _ course: Course
  ) {
    let lowest = max(first, index << 6)
    let highest = min(last, index << 6 + Bits.width - 1)
    let period = periods.days(around: highest)
    var end = min(period.upperBound, last)
    // A period that ends beyond the word is decided there.
    if end > highest { end = period.lowerBound - 1 }
    while end >= lowest {
      let period = QuotaPeriod(of: end, times, periods, self, course)
      let bit: UInt64 = 1 << UInt64(end - index << 6)
      switch period.verdict {
      case .done: word.counted |= bit
      case .missed: word.missed |= bit
      case .neutral: break
      }
      end = period.days.lowerBound - 1
    }
  }
}

/// A stretch of days in which one unit was counted.
struct Section: Sendable, Equatable {
  let unit: StreakUnit
  let first: Int
  var last: Int

  static func list(of spans: [ScheduleSpan]) -> [Section] {
    spans.reduce(into: []) { sections, span in
      let unit = StreakUnit(span.schedule)
      if let last = sections.last, last.unit == unit {
        sections[sections.count - 1].last = span.to.number
      } else {
        sections.append(Section(unit: unit, first: span.from.number, last: span.to.number))
      }
    }
  }
}

extension StreakUnit {
  init(_ schedule: Schedule) {
    switch schedule {
    case .daily, .times(_, .rolling): self = .day
    case .weekdays, .every: self = .occurrence
    case .times(_, .week): self = .week
    case .times(_, .month): self = .month
    }
  }
}
