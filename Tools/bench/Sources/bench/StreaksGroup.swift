import Core
import Journals
import Runtime
import StreaksContract
import TrackingContract

/// All numbers that Streaks shows of 50 habits over ten years.
enum StreaksGroup {
  static func run(_ measurement: Measurement) async throws {
    let journal = MemoryJournal()
    let habits = try await SampleHistory.fill(journal)
    let runtime = try SampleHistory.start(journal)
    let client = runtime.client(for: .owner, in: SampleHistory.space)
    let first = SampleHistory.today.advanced(by: 1 - SampleHistory.days)
    let bits = (0..<SampleHistory.habits).map { habit in
      (0..<SampleHistory.days).map { SampleHistory.isDone(habit, $0) }
    }
    try await measurement.table(
      "streaks of 50 habits x 10 years, each time; reach: 5 x floor and 1,000,000 ns",
      [
        Contender("one pass over the same bits", operations: 20) { count in
          seconds { for _ in 0..<count { precondition(longest(bits) > 0) } }
        },
        Contender("AllStreaks", operations: 20) { count in
          try await seconds {
            for _ in 0..<count { _ = try await client.ask(AllStreaks()) }
          }
        },
        Contender("StatsOf all", operations: 20) { count in
          try await seconds {
            for _ in 0..<count { _ = try await client.ask(StatsOf()) }
          }
        },
        Contender("StreakDays, one habit, ten years", operations: 20) { count in
          try await seconds {
            for _ in 0..<count {
              let days = StreakDays(habit: habits[0], from: first, to: SampleHistory.today)
              _ = try await client.ask(days)
            }
          }
        },
      ]
    )
  }

  private static func longest(_ habits: [[Bool]]) -> Int {
    var longest = 0
    for habit in habits {
      var run = 0
      for isDone in habit {
        run = isDone ? run + 1 : 0
        longest = max(longest, run)
      }
    }
    return longest
  }
}
