import Core
import SobrietyContract

/// Sober days grouped into runs of consecutive days; depends on the marks alone.
struct SoberRuns: Sendable {
  /// The runs, earliest first; no two are adjacent.
  let runs: [ClosedRange<Int>]

  /// - Parameter days: The sober days, in ascending order.
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

  /// Returns the run that contains a day.
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

  /// Returns the length of the run that ends today or, while today is unmarked, yesterday.
  func current(on today: Int, status: SoberStatus) -> Int {
    let last: Int
    switch status {
    case .sober: last = today
    case .unmarked: last = today - 1
    case .notSober: return 0
    }
    return run(holding: last).map { last - $0.lowerBound + 1 } ?? 0
  }

  /// Returns 1...10 for sober days, 0 for others.
  func shade(_ day: Int) -> Int {
    guard let run = run(holding: day) else { return 0 }
    return min(SoberDay.darkestShade, day - run.lowerBound + 1)
  }

  /// Returns the milestones that a run reached when `day` became sober, shortest first.
  func gained(by day: Int) -> [NewMilestone] {
    guard let run = run(holding: day) else { return [] }
    // Without the day there would be two runs: the parts before and after it.
    let parts = [day - run.lowerBound, run.upperBound - day]
    return SoberMilestones.reached(by: run.count).compactMap { days in
      guard !parts.contains(where: { $0 >= days }) else { return nil }
      return NewMilestone(
        days: days,
        day: Day(number: run.lowerBound + days - 1),
        times: runs.count { $0.count >= days }
      )
    }
  }

  /// Every milestone ever reached, with the first day on which a run reached it.
  var milestones: [ReachedMilestone] {
    SoberMilestones.reached(by: longest).compactMap { days in
      runs.first { $0.count >= days }
        .map { ReachedMilestone(days: days, day: Day(number: $0.lowerBound + days - 1)) }
    }
  }
}
