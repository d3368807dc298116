import Core
import StreaksContract

/// The share of done units among done and missed ones.
///
/// A window of days contains the units that end in it and today's unit. Neutral units are left out,
/// and so is today's unit while it is open.
enum Rates {
  static func rates(of ledger: Verdicts) -> CompletionRates {
    CompletionRates(
      week: rate(of: ledger, lastDays: 7),
      month: rate(of: ledger, lastDays: 30),
      all: share(ledger.count(from: ledger.first, through: ledger.last))
    )
  }

  static func rate(of ledger: Verdicts, lastDays: Int) -> Double? {
    rate(of: ledger, lastDays: lastDays, endingOn: ledger.timeline.days.through)
  }

  /// Returns the rates of the 7 days that end on each of the last 30 days, oldest first.
  ///
  /// If these contain nothing scheduled, the rate stays the same; it is 0 before anything was
  /// scheduled.
  static func trend(of ledger: Verdicts) -> [Double] {
    let (length, window) = (30, 7)
    let today = ledger.timeline.days.through
    let earliest = ledger.timeline.units.unit(of: today - (length - 1) - (window - 1))
    var rate = ledger.wasDone(before: earliest) == true ? 1.0 : 0
    return (0..<length).map { index in
      let day = today - (length - 1) + index
      rate = self.rate(of: ledger, lastDays: window, endingOn: day) ?? rate
      return rate
    }
  }

  private static func rate(of ledger: Verdicts, lastDays: Int, endingOn day: Int) -> Double? {
    let units = ledger.timeline.units
    return share(
      ledger.count(from: units.unit(of: day - lastDays + 1), through: units.unit(of: day))
    )
  }

  private static func share(_ count: (done: Int, missed: Int)) -> Double? {
    let scheduled = count.done + count.missed
    return scheduled == 0 ? nil : Double(count.done) / Double(scheduled)
  }
}

/// Finds the weekday on which a habit goes best.
enum Weekdays {
  /// Returns the weekday with the greatest share of its due days done; nil without such a day.
  ///
  /// Rested and protected days are left out, and so is today until it is done. Of equal shares the
  /// one with more done days wins, then the earlier one in the week, starting on Monday.
  static func best(of days: Days) -> Weekday? {
    let counts = self.counts(of: days)
    return Weekday.allCases.filter { counts[$0.rawValue - 1].done > 0 }
      .max { a, b in
        let (a, b) = (counts[a.rawValue - 1], counts[b.rawValue - 1])
        let (left, right) = (a.done * b.due, b.done * a.due)
        // `max` keeps the first of equal elements.
        return left != right ? left < right : a.done < b.done
      }
  }

  private static func counts(of days: Days) -> [(done: Int, due: Int)] {
    var counts = [(done: Int, due: Int)](repeating: (0, 0), count: 7)
    guard days.first <= days.through else { return counts }
    for index in (days.first >> 6)...(days.through >> 6) {
      let word = days.word(index)
      let past = Bits.mask(from: days.first, through: days.through - 1, inWord: index)
      let today = Bits.mask(from: days.through, through: days.through, inWord: index)
      let due = word.due & ~(word.rested | word.protected) & (past | today & word.done)
      for weekday in 0..<7 {
        let mask = DueDays.repeated(1 << UInt64(weekday), inWord: index)
        counts[weekday].done += (due & word.done & mask).nonzeroBitCount
        counts[weekday].due += (due & mask).nonzeroBitCount
      }
    }
    return counts
  }
}
