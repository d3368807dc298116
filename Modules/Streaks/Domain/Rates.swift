import Core
import StreaksContract
import TrackingContract

/// The share of done units among done and missed ones.
///
/// A window of days contains the units that it decided and, if it is done by then, the week or month
/// in progress on its last day. Neutral units are left out, and so is today while it is open. Of a
/// rolling quota of `t` in `d` days, every `d` days count as `t` units, and a day that the quota
/// covers counts as its part of them: a habit of once in 30 days has nothing to do in most weeks.
enum Rates {
  static func rates(of ledger: Verdicts) -> CompletionRates {
    CompletionRates(
      week: rate(of: ledger, lastDays: 7),
      month: rate(of: ledger, lastDays: 30),
      all: amounts(of: ledger, from: ledger.first, through: ledger.course.through).rate
    )
  }

  static func rate(of ledger: Verdicts, lastDays: Int) -> Double? {
    rate(of: ledger, lastDays: lastDays, endingOn: ledger.course.through)
  }

  /// Returns the rates of the 7 days that end on each of the last 30 days, oldest first.
  ///
  /// If these contain nothing scheduled, the rate stays the same; it is 0 before anything was
  /// scheduled. Nothing that happened after a day is in its rate.
  static func trend(of ledger: Verdicts) -> [Double] {
    let (length, window) = (30, 7)
    let today = ledger.course.through
    let earliest = today - (length - 1) - (window - 1)
    var rate = ledger.wasDone(before: earliest) == true ? 1.0 : 0
    return (0..<length).map { index in
      let day = today - (length - 1) + index
      rate = self.rate(of: ledger, lastDays: window, endingOn: day) ?? rate
      return rate
    }
  }

  private static func rate(of ledger: Verdicts, lastDays: Int, endingOn day: Int) -> Double? {
    var amounts = self.amounts(of: ledger, from: day - lastDays + 1, through: day)
    if day < ledger.course.through, ledger.course.isReached(by: day) {
      amounts.done += 1
      amounts.planned += 1
    }
    return amounts.rate
  }

  /// What was done of what was planned.
  struct Amounts {
    var done = 0.0
    var planned = 0.0

    var rate: Double? { planned == 0 ? nil : done / planned }
  }

  /// - Parameter counted: Returns the amounts of a leg that are counted in another way.
  static func amounts(
    of ledger: Verdicts,
    from: Int,
    through: Int,
    _ counted: (Leg) -> Amounts? = { _ in nil }
  ) -> Amounts {
    ledger.course.legs.reduce(into: Amounts()) { sum, leg in
      let (from, through) = (max(from, leg.first), min(through, leg.last))
      guard from <= through else { return }
      if let amounts = counted(leg) {
        sum.done += amounts.done
        sum.planned += amounts.planned
        return
      }
      guard case .rolling(let quota, _) = leg.rule else {
        let (done, missed) = ledger.count(from: from, through: through)
        sum.done += Double(done)
        sum.planned += Double(done + missed)
        return
      }
      let course = ledger.course
      // Today counts only once it is done.
      let isLeftOut = through == course.through && !course.isDone(on: through)
      let last = isLeftOut ? through - 1 : through
      let (free, kept) = course.keptDays(of: leg, from: from, through: last)
      let planned = Double(free * quota.times) / Double(quota.days)
      let done = Double(course.doneDays(from: from, through: through))
      sum.done += min(max(done, Double(kept * quota.times) / Double(quota.days)), planned)
      sum.planned += planned
    }
  }
}

extension Course {
  /// Returns the number of days in a range that were neither rested nor protected.
  ///
  /// The second number says how many of them a rolling quota counted by the end of the range.
  fileprivate func keptDays(of leg: Leg, from: Int, through: Int) -> (free: Int, kept: Int) {
    let covered = leg.coveredDays(from: from, through: through, in: self)
    func free(_ index: Int) -> UInt64 {
      let (done, rested) = marks(index)
      return ~(rested | protectedWord(index) & ~done)
    }
    let kept = Bits.count(from: from, through: through) { index in
      free(index) & (marks(index).done | covered.word(index))
    }
    return (Bits.count(from: from, through: through, free), kept)
  }

  /// Returns whether the period in progress on a day was done by then and is decided later.
  fileprivate func isReached(by day: Int) -> Bool {
    let leg = leg(on: day)
    guard day >= first, leg.decidingDay(of: day) > day else { return false }
    guard let period = leg.period(of: day, in: self) else { return false }
    let from = max(period.days.lowerBound, leg.first)
    return doneDays(from: from, through: day) >= max(1, period.quota)
  }
}

/// Finds the weekday on which a habit is done best.
enum Weekdays {
  /// Counts the days of the last twelve weeks by their weekdays.
  static func counts(of course: Course) -> WeekdayCounts {
    var counts = WeekdayCounts()
    let begin = course.through + 1 - WeekdayCounts.days
    for leg in course.legs where max(leg.first, begin) <= leg.last {
      let first = max(leg.first, begin)
      for index in (first >> 6)...(leg.last >> 6) {
        let days = leg.weekdayDays(index, from: first, in: course)
        for weekday in 0..<7 {
          let mask = repeated(1 << UInt64(weekday), inWord: index)
          counts.planned[weekday] += (days.due & mask).nonzeroBitCount
          let done = (days.done & mask).nonzeroBitCount
          if leg.plansDays { counts.done[weekday] += done } else { counts.free[weekday] += done }
        }
      }
    }
    return counts
  }

  /// The bits of all weekdays.
  static let all: UInt64 = 0x7F

  /// Returns the bits of some weekdays, where bit 0 is Monday.
  static func mask(of days: some Sequence<Weekday>) -> UInt64 {
    days.reduce(0) { $0 | 1 << UInt64($1.rawValue - 1) }
  }

  /// Repeats a week's bits (bit 0 is Monday) over the days of a word.
  ///
  /// Day 0, 1970-01-01, was a Thursday, and 64 is one more than nine weeks, so word `index` begins
  /// on weekday `(index + 3) mod 7`.
  static func repeated(_ week: UInt64, inWord index: Int) -> UInt64 {
    let shift = UInt64(((index + 3) % 7 + 7) % 7)
    let rotated = (week >> shift | week << (7 - shift)) & 0x7F
    // The factor has every seventh bit, 0 to 63, set.
    return rotated &* 0x8102_0408_1020_4081
  }
}

extension Leg {
  /// Returns the days of a range that its rolling quota covered by the end of the range.
  fileprivate func coveredDays(from: Int, through: Int, in course: Course) -> BitSet {
    guard case .rolling(let quota, let covered) = rule else { return BitSet(from: 0, through: -1) }
    if through >= last - (course.isDone(on: last) ? 0 : 1) { return covered }
    // What was done later also covers days before it, but that was not known then.
    return quota.countedDays(of: course.history, in: (from - quota.days)...through)
  }

  /// Whether the rhythm determines the days on which the habit is due.
  fileprivate var plansDays: Bool { if case .weekdays = rule { true } else { false } }

  /// Returns the days of a word that count for a weekday's share.
  fileprivate func weekdayDays(
    _ index: Int,
    from start: Int,
    in course: Course
  ) -> (done: UInt64, due: UInt64) {
    let word = course.word(index)
    let mask = Bits.mask(from: start, through: last, inWord: index)
    guard plansDays else { return (word.done & mask, 0) }
    let past = Bits.mask(from: start, through: min(last, course.through - 1), inWord: index)
    let today = Bits.mask(from: course.through, through: course.through, inWord: index)
    let decided = past | today & word.done & mask
    let due = word.due & ~(word.rested | word.protected) & decided
    return (due & word.done, due)
  }
}
