import Core
import StreaksContract
import TestKit
import Testing
import TrackingContract

@testable import StreaksDomain

/// Runs of habits that were always due on the same weekdays have code of their own.
@Suite struct WeekdayRunsTests {
  /// A rhythm that was set once more is no longer one that never changed, and means the same.
  @Test(arguments: ["daily", "mon,wed,fri", "sun"])
  func `a check says the same of a rhythm that was set once more`(_ text: String) throws {
    let schedule = try #require(Schedule(text))
    for seed in UInt64(0)..<60 {
      var random = SplitMix64(seed: seed)
      let fixed = Sample(schedule, using: &random)
      var changed = fixed
      let again = Int.random(in: fixed.days, using: &random)
      changed.reference.schedules.append((Day(number: again), schedule))
      var seconds = random
      var states = [fixed.state(using: &random), changed.state(using: &seconds)]
      try #require(states[0].records[0].traits?.fixedWeekdays != nil)
      try #require(states[1].records[0].traits?.fixedWeekdays == nil)
      let around = (fixed.days.lowerBound - 100)...(fixed.days.upperBound + 100)
      for _ in 0..<60 {
        let day = Day(number: Int.random(in: around, using: &random))
        let statuses: [DayStatus] = [.open, .done, .done, .skipped]
        let status = statuses.randomElement(using: &random) ?? .done
        let changes = states.indices.map { index in
          states[index].apply(fixed.change(day, status)) { fixed.reference.weeks }.map { "\($0)" }
        }
        #expect(changes[0] == changes[1], "\(text), seed \(seed), \(day)")
      }
    }
  }
}
