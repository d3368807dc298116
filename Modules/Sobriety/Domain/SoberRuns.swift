import Core
import SobrietyContract

/// Sober days as runs of consecutive days, a function of the marks alone.
struct SoberRuns: Sendable {
  /// Earliest first; none touch.
  let runs: [ClosedRange<Int>]

  /// - Parameter days: ascending.
  init(_ days: [Int]) {
    var runs: [ClosedRange<Int>] = []
    for day in days {
      if let last = runs.last, last.upperBound == day - 1 {
        runs[runs.count - 1] = last.lowerBound...day
      } else {
        runs.append(day...day)
      }
    }
    self.runs = runs
  }

  var longest: Int { runs.map(\.count).max() ?? 0 }
  var total: Int { runs.reduce(0) { $0 + $1.count } }

  /// The run that a day is in.
  func run(holding day: Int) -> ClosedRange<Int>? {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].upperBound < day { low = middle + 1 } else { high = middle }
    }
    guard low < runs.count, runs[low].contains(day) else { return nil }
    return runs[low]
  }

  /// The run of `today`: one that ends today, or yesterday while nothing is said of today.
  func current(on today: Int, status: SoberStatus) -> Int {
    let last: Int
    switch status {
    case .sober: last = today
    case .unmarked: last = today - 1
    case .notSober: return 0
    }
    return run(holding: last).map { last - $0.lowerBound + 1 } ?? 0
  }

  /// 1...10 for sober days, 0 for others.
  func shade(_ day: Int) -> Int {
    guard let run = run(holding: day) else { return 0 }
    return min(SoberDay.darkestShade, day - run.lowerBound + 1)
  }

  /// The milestones that a run reached by `day` becoming sober, shortest first.
  func gained(by day: Int) -> [GainedMilestone] {
    guard let run = run(holding: day) else { return [] }
    // The runs that there would be without the day: its own, cut in two.
    let parts = [day - run.lowerBound, run.upperBound - day]
    return SoberMilestones.reached(by: run.count).compactMap { days in
      guard !parts.contains(where: { $0 >= days }) else { return nil }
      return GainedMilestone(
        days: days,
        day: Day(number: run.lowerBound + days - 1),
        times: runs.count { $0.count >= days }
      )
    }
  }

  /// Every milestone that a run reached, with the first day on which one did.
  var milestones: [ReachedMilestone] {
    SoberMilestones.reached(by: longest).compactMap { days in
      runs.first { $0.count >= days }
        .map { ReachedMilestone(days: days, day: Day(number: $0.lowerBound + days - 1)) }
    }
  }
}
