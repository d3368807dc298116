import Core
import Glibc
import TrackingContract

/// The strength of a habit, 0 to 1: an exponential moving average with one step per day.
///
/// It starts on the first known day. The formula is that of Loop Habit Tracker's score (`Score.kt`,
/// `ScoreList.kt`), so that an imported habit keeps its numbers:
///
///     score = score · m + p · (1 - m),   m = 0.5 ^ (√frequency / 13)
///
/// where `p` is the share of what the schedule requires that the last days reached. Days that are
/// skipped, on vacation or protected leave the score unchanged.
struct Strength: Sendable {
  private let days: Days
  private let measures: Measures
  private let goal: Goal
  /// The number of days that `p` covers.
  private let window: Int
  /// The factor `m`: the part of a score that remains after a day.
  private let decay: Double

  private enum Goal: Sendable {
    case doneDays(Double)
    /// The target in thousandths, and the amount of a day that is marked as done without a value.
    case atLeast(Double, daily: Double)
    case atMost(Double, daily: Double)
  }

  init(days: Days, measures: Measures, schedule: Schedule, target: DailyTarget?) {
    self.days = days
    self.measures = measures
    let (times, period) = Strength.frequency(of: schedule)
    decay = pow(0.5, (Double(times) / Double(period)).squareRoot() / 13)
    guard let target else {
      // For habits less than daily, Loop uses two periods, so that the score varies less.
      let periods = times < period ? 2 : 1
      goal = .doneDays(Double(times * periods))
      window = period * periods
      return
    }
    // Loop's measured habits have one target per period; more times multiply the target.
    let daily = Double(target.thousandths)
    let total = daily * Double(times)
    goal = target.isAtMost ? .atMost(total, daily: daily) : .atLeast(total, daily: daily)
    window = period
  }

  /// Returns the frequency of a schedule: a number of times in a period of days.
  static func frequency(of schedule: Schedule) -> (times: Int, period: Int) {
    let (times, period) =
      switch schedule {
      case .daily: (1, 1)
      case .weekdays(let days): (days.count, 7)
      case .every(let days): (1, days)
      case .times(let times, .week): (times, 7)
      case .times(let times, .month): (times, 30)
      case .times(let times, .rolling(let days)): (times, days)
      }
    return times >= period ? (1, 1) : (max(1, times), period)
  }

  /// Returns the strength at the end of the last day; 0 before anything is known.
  ///
  /// A step keeps `m` of the earlier score, so days that contribute less than 10⁻¹² are left out.
  func latest() -> Double {
    guard let known = days.history.firstKnown, known <= days.through else { return 0 }
    let steps = Int((log(1e-12) / log(decay)).rounded(.up))
    var score = 0.0
    walk(from: max(known, dayBefore(steps: steps))) { score = $1 }
    return score
  }

  /// Calls `body` with the strength at the end of each day, starting with the first known day.
  func forEachDay(_ body: (_ day: Int, _ strength: Double) -> Void) {
    guard let known = days.history.firstKnown, known <= days.through else { return }
    walk(from: known, body)
  }

  /// Returns a day after which there are at least `steps` steps.
  private func dayBefore(steps: Int) -> Int {
    var rest = steps
    var index = days.through >> 6
    while rest > 0, index >= days.history.range.lowerBound {
      let word = days.word(index)
      rest -= (~(word.rested | word.protected)).nonzeroBitCount
      index -= 1
    }
    return index << 6
  }

  private func walk(from start: Int, _ body: (Int, Double) -> Void) {
    let amounts = self.amounts(from: start - window)
    var sum = amounts[..<window].reduce(0, +)
    var score = initialScore
    for index in (start >> 6)...(days.through >> 6) {
      let word = days.word(index)
      let frozen = word.rested | word.protected
      for day in max(start, index << 6)...min(days.through, index << 6 + 63) {
        let place = day - start
        sum += amounts[place + window] - amounts[place]
        if frozen & (1 << UInt64(day & 63)) == 0 {
          score = score * decay + reached(sum) * (1 - decay)
        }
        body(day, score)
      }
    }
  }

  /// Returns what each day from `first` to the last one contributes to `p`.
  private func amounts(from first: Int) -> [Double] {
    var amounts = [Double](repeating: 0, count: days.through - first + 1)
    guard case .atLeast(_, let daily) = goal else {
      guard case .atMost(_, let daily) = goal else {
        fill(&amounts, from: first, done: 1, skipped: 0)
        return amounts
      }
      fillMeasured(&amounts, from: first, daily)
      return amounts
    }
    fillMeasured(&amounts, from: first, daily)
    return amounts
  }

  private func fillMeasured(_ amounts: inout [Double], from first: Int, _ daily: Double) {
    // Loop stores a skipped day as 3 thousandths and sums it up like any other value.
    fill(&amounts, from: first, done: daily, skipped: 3)
    var place = measures.days.firstPlace(notBefore: Int32(clamping: first))
    while place < measures.days.count, Int(measures.days[place]) <= days.through {
      let day = Int(measures.days[place])
      if !days.history.isSkipped(on: day) {
        amounts[day - first] = Double(max(0, measures.thousandths[place]))
      }
      place += 1
    }
  }

  private func fill(_ amounts: inout [Double], from first: Int, done: Double, skipped: Double) {
    for index in days.history.range.clamped(to: (first >> 6)..<((days.through >> 6) + 1)) {
      let mask = Bits.mask(from: first, through: days.through, inWord: index)
      let word = days.history.word(index)
      var rest = word.done & mask
      while rest != 0 {
        amounts[index << 6 + rest.trailingZeroBitCount - first] = done
        rest &= rest - 1
      }
      rest = skipped == 0 ? 0 : word.skipped & mask
      while rest != 0 {
        amounts[index << 6 + rest.trailingZeroBitCount - first] = skipped
        rest &= rest - 1
      }
    }
  }

  private var initialScore: Double {
    if case .atMost = goal { 1 } else { 0 }
  }

  private func reached(_ sum: Double) -> Double {
    switch goal {
    case .doneDays(let times): min(1, sum / times)
    case .atLeast(let target, _): target > 0 ? min(1, sum / target) : 1
    case .atMost(let target, _):
      if target > 0 { min(1, max(0, 1 - (sum - target) / target)) } else { sum > 0 ? 0 : 1 }
    }
  }
}
