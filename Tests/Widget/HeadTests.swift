import Core
import StreaksContract
import TestKit
import Testing
import TrackingContract
import WidgetContract
import WidgetDomain

/// What stands above the habits, by the product's policy.
@Suite struct HeadTests {
  private func content(
    _ head: WidgetHead,
    _ habits: [HabitDays],
    _ size: WidgetSize = .medium,
    streaks: [HabitStreak] = [],
    freezes: FreezeStock = FreezeStock(earned: 0, used: 0),
    _ change: (inout Policies) -> Void = { _ in }
  ) throws -> WidgetContent {
    let harness = try widget(habits)
    harness.policies.widgetHead = head
    change(&harness.policies)
    harness.answering(DoneCounts.self) { query in
      Array(repeating: 0, count: query.from.distance(to: query.to) + 1)
    }
    harness.answering(AllStreaks.self) { _ in
      StreaksReport(items: streaks, freezes: freezes, offers: [])
    }
    return try harness.ask(ComposeWidget(size: size))
  }

  private func streak(
    _ number: Int,
    _ current: Int,
    _ unit: StreakUnit = .day,
    atRisk: Bool = false
  ) -> HabitStreak {
    HabitStreak(
      habit: HabitID(rawValue: UInt128(number)),
      title: "Habit \(number)",
      unit: unit,
      current: current,
      best: 40,
      atRisk: atRisk,
      isProtectedNow: false,
      adjusted: Double(current),
      score: 50,
      strength: 0.5,
      protectedDays: [],
      currentFrom: nil
    )
  }

  @Test func `without a policy there is the day and how far it is`() throws {
    let content = try content(
      .plain,
      [habit(1, .done), habit(2), habit(3, .skipped)],
      streaks: [streak(2, 9)]
    )
    #expect(content.day.description == "2026-03-12")
    #expect(content.progress == "1 of 2")
    #expect(content.graph == nil)
    #expect(content.flame == nil)
    #expect(content.rings.isEmpty)
    #expect(content.items.map(\.streak) == [nil])
  }

  @Test func `where nothing was to be done no progress is told`() throws {
    #expect(try content(.plain, [habit(1, isDue: false)]).progress == nil)
  }

  @Test func `a measured habit has its amount, and the share that is reached`() throws {
    let target = Target(amount: Amount(20), unit: "pages")
    let content = try content(
      .plain,
      [habit(1, target: target, entered: Amount(5)), habit(2, target: target), habit(3)]
    )
    #expect(content.items.map { $0.amount?.short { $0 } } == ["5/20 pages", "0/20 pages", nil])
    #expect(content.items.map(\.share) == [0.25, 0, 0])
  }

  @Test func `contributions reach back over a year, to today`() throws {
    let harness = try widget([habit(1), habit(2)])
    harness.policies.widgetHead = .contributions
    harness.answering(DoneCounts.self) { query in
      (query.from.number...query.to.number).map { $0 == query.to.number ? 2 : $0 % 2 }
    }
    let graph = try #require(try harness.ask(ComposeWidget(size: .small)).graph)
    #expect(graph.from.weekday == .monday)
    #expect(graph.days.last?.day.description == "2026-03-12")
    #expect(graph.levels.count == 52 * 7 + 4)
    #expect(graph.levels.last == 4)
    #expect(Set(graph.levels.dropLast()) == [0, 2])
    #expect(graph.total == graph.levels.dropLast().count { $0 > 0 } + 2)
  }

  @Test func `rings are today's habits in their order, the open ones before any that are done`()
    throws
  {
    let habits = [
      habit(1, .done), habit(2), habit(3, .done), habit(4), habit(5, .skipped), habit(6),
    ]
    let medium = try content(.contributions, habits)
    #expect(medium.rings.map(\.title) == ["Habit 1", "Habit 2", "Habit 3", "Habit 4", "Habit 6"])
    #expect(medium.rings.map(\.isDone) == [true, false, true, false, false])
    let small = try content(.contributions, habits, .small)
    #expect(small.rings.map(\.title) == ["Habit 2", "Habit 4", "Habit 6"])
    #expect(small.more == 0)
  }

  @Test func `an empty home draws no year`() throws {
    #expect(try content(.contributions, []).graph == nil)
  }

  @Test func `the flame is the longest streak that runs, weeks counted as such`() throws {
    let content = try content(
      .streak,
      [habit(1), habit(2)],
      streaks: [streak(1, 12), streak(2, 3, .week, atRisk: true), streak(3, 0)],
      freezes: FreezeStock(earned: 3, used: 1)
    )
    #expect(
      content.flame
        == WidgetFlame(
          streak: WidgetStreak(length: 3, unit: .week),
          label: "Habit 2",
          atRisk: true,
          freezes: 2
        )
    )
    #expect(content.items.map { $0.streak?.words } == ["12 days", "3 weeks"])
  }

  @Test func `a flame that is out has no number, and a product without freezes none of them`()
    throws
  {
    let content = try content(.streak, [habit(1)], streaks: [streak(1, 0)]) {
      $0.allowsFreezes = false
    }
    #expect(
      content.flame == WidgetFlame(streak: nil, label: nil, atRisk: false, freezes: nil)
    )
  }

  @Test func `a product that hides streaks has no flame`() throws {
    let content = try content(.streak, [habit(1)], streaks: [streak(1, 9)]) {
      $0.showsStreaks = false
    }
    #expect(content.flame == nil)
    #expect(content.items.map(\.streak) == [nil])
  }
}
