import Core
import GamificationContract
import GamificationDomain
import StreaksContract
import TestKit
import Testing
import TrackingContract

@Suite struct ScoreTests {
  private let id = HabitID(rawValue: 7)

  private func harness(_ difficulty: Difficulty) -> Harness {
    let harness = Harness(GamificationModule.self)
    let today = harness.calendar.day(at: harness.now)
    let created = today.advanced(by: -2)
    let streak = HabitStreak(
      habit: id,
      title: "Run",
      unit: .day,
      difficulty: difficulty,
      current: 2,
      best: 2,
      atRisk: false,
      isProtectedNow: false,
      adjusted: Double(2 * difficulty.multiplierTenths) / 10,
      score: 38,
      strength: 0.1,
      protectedDays: [],
      currentFrom: today.advanced(by: -1)
    )
    harness.answering(StreakOf.self) { _ in streak }
    harness.answering(AllStreaks.self) { _ in
      StreaksReport(items: [streak], freezes: FreezeStock(earned: 0, used: 0), offers: [])
    }
    harness.answering(StrengthSeries.self) { query in
      [(created, 0.0), (created.advanced(by: 1), 0.05), (today, 0.1)]
        .filter { query.from <= $0.0 && $0.0 <= query.to }
        .map { StrengthOnDay(day: $0.0, strength: $0.1) }
    }
    harness.answering(StreakDays.self) { query in
      (query.from.number...query.to.number).map {
        StreakDay(
          day: Day(number: $0),
          inCurrentStreak: Day(number: $0) > created,
          isProtected: false,
          isDue: true,
          status: Day(number: $0) > created ? .done : .missed
        )
      }
    }
    harness.answering(StatsOf.self) { _ in StatsReport(items: [], consistency: nil) }
    return harness
  }

  @Test(arguments: [(Difficulty.easy, 1.0), (.medium, 1.5), (.hard, 2.0)])
  func `difficulty multiplies`(difficulty: Difficulty, multiplier: Double) throws {
    let scores = try harness(difficulty).ask(AllScores())
    #expect(scores.map(\.difficulty) == [difficulty])
    #expect(scores.first?.multiplier == multiplier)
    #expect(scores.first?.streak.adjusted == 2 * multiplier)
  }

  @Test func `an explanation adds up day by day`() throws {
    for days in [1, 2, 3, 30] {
      let explanation = try harness(.hard).ask(ExplainScore(habit: id, days: days))
      #expect(explanation.days.count == min(days, 3))
      let sum = explanation.days.reduce(explanation.strengthBefore) { $0 + $1.change }
      #expect(abs(sum - 0.1) < 1e-12)
      #expect(explanation.days.last?.status == .done)
      #expect(explanation.score.streak.strength == explanation.days.last?.strength)
    }
    let all = try harness(.easy).ask(ExplainScore(habit: id, days: 30))
    #expect(all.days.map(\.status) == [.missed, .done, .done])
    #expect(all.days.map(\.inCurrentStreak) == [false, true, true])
  }

  @Test(arguments: [0, -1, 3661])
  func `an impossible number of days is refused in words`(days: Int) {
    let refusal = #expect(throws: DomainError.self) {
      try harness(.easy).ask(ExplainScore(habit: id, days: days))
    }
    #expect(refusal?.code == "too-many-days")
  }
}
