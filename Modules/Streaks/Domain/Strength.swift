import Core
import Glibc
import TrackingContract

/// How firmly a habit is rooted, 0 to 1: an average that forgets exponentially, one step a day
/// from the first day known.
///
/// The formula is that of Loop Habit Tracker's score (`Score.kt`, `ScoreList.kt`), so that an
/// imported habit keeps its numbers:
///
///     score = score · m + p · (1 - m),   m = 0.5 ^ (√frequency / 13)
///
/// where `p` is how far the last days reached what the schedule asks for. Days that are skipped,
/// on vacation or protected leave the score as it is.
struct Strength: Sendable {
  private let days: Days
  private let measures: Measures
  private let goal: Goal
  /// How many days `p` looks at.
  private let window: Int
  /// `m`: what is left of a score after a day.
  private let decay: Double

  private enum Goal: Sendable {
    case doneDays(Double)
    /// Thousandths, and what a day counts for that is marked as done without a value.
    case atLeast(Double, daily: Double)
    case atMost(Double, daily: Double)
  }

  init(days: Days, measures: Measures, schedule: Schedule, target: DailyTarget?) {
    self.days = days
    self.measures = measures
    let (times, period) = Strength.frequency(of: schedule)
    decay = pow(0.5, (Double(times) / Double(period)).squareRoot() / 13)
    guard let target else {
      // Below once a day Loop looks at two periods, so that the score swings less.
      let periods = times < period ? 2 : 1
      goal = .doneDays(Double(times * periods))
      window = period * periods
      return
    }
    // Loop's measured habits are asked for once a period; more times ask for as much more.
    let daily = Double(target.thousandths)
    let total = daily * Double(times)
    goal = target.isAtMost ? .atMost(total, daily: daily) : .atLeast(total, daily: daily)
    window = period
  }

  /// So many times in so many days.
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

  /// The strength at the end of the last day; 0 before anything is known.
  ///
  /// A step leaves `m` of what was before, so that days whose part is below 10⁻¹² are left out.
  func latest() -> Double {
    guard let known = days.history.firstKnown, known <= days.through else { return 0 }
    let steps = Int((log(1e-12) / log(decay)).rounded(.up))
    var score = 0.0
    walk(from: max(known, dayBefore(steps: steps))) { score = $1 }
    return score
  }

  /// The strength at the end of each day from the first one known on.
  func forEachDay(_ body: (_ day: Int, _ strength: Double) -> Void) {
    guard let known = days.history.firstKnown, known <= days.through else { return }
    walk(from: known, body)
  }

  /// A day from which at least `steps` steps were taken.
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

  /// What each day up to the last adds to `p`, from `first` on.
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
    // Loop writes a skipped day as 3 thousandths and sums it up like any other value.
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
