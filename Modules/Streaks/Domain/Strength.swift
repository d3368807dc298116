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
/// skipped, on vacation or protected leave the score unchanged. A changed schedule or target holds
/// from its day on.
struct Strength: Sendable {
  private let course: Course
  private let measures: Measures
  private let aims: [Aim]

  /// What the days of a range must reach.
  fileprivate struct Aim: Sendable {
    let first: Int
    let last: Int
    let goal: Goal
    /// The number of days that `p` covers.
    let window: Int
    /// The factor `m`: the part of a score that remains after a day.
    let decay: Double
  }

  fileprivate enum Goal: Sendable {
    case doneDays(Double)
    /// The target in thousandths, and the amount of a day that is marked as done without a value.
    case atLeast(Double, daily: Double)
    case atMost(Double, daily: Double)
  }

  init(course: Course, measures: Measures, targets: [Dated<DailyTarget?>]) {
    self.course = course
    self.measures = measures
    aims = course.legs.flatMap { leg in
      var starts = [leg.first]
      for day in targets.compactMap(\.from?.number) where day > leg.first && day <= leg.last {
        starts.append(day)
      }
      return starts.indices.map { place in
        Aim(
          starts[place]...(place + 1 < starts.count ? starts[place + 1] - 1 : leg.last),
          schedule: leg.schedule,
          target: targets.value(on: Day(number: starts[place])) ?? nil
        )
      }
    }
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
    guard let known = course.history.firstKnown, known <= course.through else { return 0 }
    let decay = aims.reduce(0) { max($0, $1.decay) }
    let steps = Int((log(1e-12) / log(decay)).rounded(.up))
    var score = 0.0
    walk(from: max(known, dayBefore(steps: steps))) { score = $1 }
    return score
  }

  /// Calls `body` with the strength at the end of each day, starting with the first known day.
  func forEachDay(_ body: (_ day: Int, _ strength: Double) -> Void) {
    guard let known = course.history.firstKnown, known <= course.through else { return }
    walk(from: known, body)
  }

  /// Returns a day after which there are at least `steps` steps.
  private func dayBefore(steps: Int) -> Int {
    var rest = steps
    var index = course.through >> 6
    while rest > 0, index >= course.history.range.lowerBound {
      let (done, rested) = course.marks(index)
      rest -= (~(rested | course.protectedWord(index) & ~done)).nonzeroBitCount
      index -= 1
    }
    return index << 6
  }

  private func walk(from start: Int, _ body: (Int, Double) -> Void) {
    var score: Double?
    for aim in aims where aim.last >= start {
      let from = max(start, aim.first)
      score = walk(aim, from: from, score: score ?? aim.goal.initialScore, body)
    }
  }

  private func walk(
    _ aim: Aim,
    from start: Int,
    score: Double,
    _ body: (Int, Double) -> Void
  ) -> Double {
    let amounts = self.amounts(for: aim, from: start - aim.window)
    var sum = amounts[..<aim.window].reduce(0, +)
    var score = score
    for index in (start >> 6)...(aim.last >> 6) {
      let (done, rested) = course.marks(index)
      let frozen = rested | course.protectedWord(index) & ~done
      for day in max(start, index << 6)...min(aim.last, index << 6 + 63) {
        let place = day - start
        sum += amounts[place + aim.window] - amounts[place]
        if frozen & (1 << UInt64(day & 63)) == 0 {
          score = score * aim.decay + aim.goal.reached(by: sum) * (1 - aim.decay)
        }
        body(day, score)
      }
    }
    return score
  }

  /// Returns what each day from `first` to the last one of an aim contributes to `p`.
  private func amounts(for aim: Aim, from first: Int) -> [Double] {
    var amounts = [Double](repeating: 0, count: aim.last - first + 1)
    switch aim.goal {
    case .doneDays: fill(&amounts, from: first, done: 1, skipped: 0)
    case .atLeast(_, let daily), .atMost(_, let daily): fillMeasured(&amounts, from: first, daily)
    }
    return amounts
  }

  private func fillMeasured(_ amounts: inout [Double], from first: Int, _ daily: Double) {
    // Loop stores a skipped day as 3 thousandths and sums it up like any other value.
    fill(&amounts, from: first, done: daily, skipped: 3)
    let end = first + amounts.count
    var place = measures.days.firstPlace(notBefore: Int32(clamping: first))
    while place < measures.days.count, Int(measures.days[place]) < end {
      let day = Int(measures.days[place])
      if !course.history.isSkipped(on: day) {
        amounts[day - first] = Double(max(0, measures.thousandths[place]))
      }
      place += 1
    }
  }

  private func fill(_ amounts: inout [Double], from first: Int, done: Double, skipped: Double) {
    let last = first + amounts.count - 1
    for index in course.history.range.clamped(to: (first >> 6)..<((last >> 6) + 1)) {
      let mask = Bits.mask(from: first, through: last, inWord: index)
      let word = course.history.word(index)
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
}

extension Strength.Aim {
  init(_ days: ClosedRange<Int>, schedule: Schedule, target: DailyTarget?) {
    let (times, period) = Strength.frequency(of: schedule)
    first = days.lowerBound
    last = days.upperBound
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
}

extension Strength.Goal {
  var initialScore: Double {
    if case .atMost = self { 1 } else { 0 }
  }

  func reached(by sum: Double) -> Double {
    switch self {
    case .doneDays(let times): min(1, sum / times)
    case .atLeast(let target, _): target > 0 ? min(1, sum / target) : 1
    case .atMost(let target, _):
      if target > 0 { min(1, max(0, 1 - (sum - target) / target)) } else { sum > 0 ? 0 : 1 }
    }
  }
}
