import Core
import SocialContract
import StreaksContract
import TestKit
import Testing
import TrackingContract

@Suite struct ContributionTests {
  @Test func `all habits: every day of whole weeks up to today, none named`() throws {
    let harness = social()
    harness.tracking { $0.number % 3 }
    let card = try harness.ask(ComposeShareCard(kind: .contributions, weeks: 4, showsTitle: true))
    let grid = try #require(card.grid)
    #expect(card.subject == .allHabits)
    #expect(card.title == nil)
    #expect(card.day == today)
    #expect(grid.days.first?.day.weekday == .monday)
    #expect(grid.days.map(\.day.number) == Array(today.number - 26...today.number))
    #expect(grid.strongest == 4)
    #expect(grid.days.map(\.strength) == grid.days.map { [0, 2, 4][$0.day.number % 3] })
    #expect(card.headline == ShareFigure(.done, 27))
    #expect(card.figures == [ShareFigure(.activeDays, 18, .day)])
  }

  @Test func `the longest living streak of days stands beside`() throws {
    let harness = social()
    harness.tracking { _ in 1 }
    harness.answering(AllStreaks.self) { _ in
      let items = [
        streak(running, current: 12, best: 50),
        streak(HabitID(rawValue: 2), current: 40, best: 40, unit: .week),
      ]
      return StreaksReport(items: items, freezes: FreezeStock(earned: 0, used: 0), offers: [])
    }
    let card = try harness.ask(ComposeShareCard(kind: .contributions))
    #expect(card.figures.last == ShareFigure(.longestLivingStreak, 12, .day))
    #expect(card.grid?.days.count == 12 * 7 + 6)
  }

  @Test(arguments: [(0, 4), (20, 4), (40, 6), (41, 7), (89, 13), (300, 13)])
  func `empty weeks before the beginning are left out unless they are asked for`(
    age: Int,
    weeks: Int
  ) throws {
    let harness = social()
    harness.tracking { $0 >= today.advanced(by: -age) ? 1 : 0 }
    let card = try harness.ask(ComposeShareCard(kind: .contributions))
    let days = try #require(card.grid?.days)
    #expect(days.count == (weeks - 1) * 7 + 6)
    #expect(days.first?.day.weekday == .monday)
    #expect(days.last?.day == today)
    #expect(card.headline.count == min(90, age + 1))
    let all = try harness.ask(ComposeShareCard(kind: .contributions, weeks: 13))
    #expect(all.grid?.days.count == 90)
  }

  @Test func `a habit is not named unless its owner asks`() throws {
    let harness = social()
    harness.tracking { _ in 1 }
    let hidden = try harness.ask(ComposeShareCard(kind: .contributions, habit: running))
    #expect(hidden.title == nil)
    #expect(hidden.subject == .habit)
    #expect(try !JSON.text(of: hidden).contains("Running"))
    let named = try harness.ask(
      ComposeShareCard(kind: .contributions, habit: running, showsTitle: true)
    )
    #expect(named.title == "Running")
  }

  @Test func `one habit shows its streak, and days that a freeze kept`() throws {
    let harness = social()
    harness.tracking { $0 == today.advanced(by: -2) ? 0 : 1 }
    harness.answering(StreakOf.self) { streak($0.habit, current: 42, best: 57) }
    harness.answering(StreakDays.self) { query in
      (query.from.number...query.to.number).map { number in
        StreakDay(
          day: Day(number: number),
          inCurrentStreak: true,
          isProtected: number == today.number - 2,
          isDue: true,
          status: .done
        )
      }
    }
    let card = try harness.ask(ComposeShareCard(kind: .contributions, habit: running, weeks: 1))
    #expect(card.headline == ShareFigure(.currentStreak, 42, .day))
    #expect(card.figures == [ShareFigure(.bestStreak, 57, .day), ShareFigure(.done, 5)])
    #expect(card.grid?.days.map(\.status) == [.done, .done, .done, .protected, .done, .done])
    #expect(card.grid?.strongest == 1)
  }

  @Test func `a card says of all the days that its figures name how they were recorded`() throws {
    let harness = social()
    harness.tracking { _ in 1 }
    harness.answering(StreakOf.self) { streak($0.habit, current: 42, best: 57) }
    let start = today.advanced(by: -399)
    func run(_ length: Int, from start: Day, _ unit: StreakUnit = .day) -> StreakRun {
      StreakRun(
        start: start,
        end: start.advanced(by: length - 1),
        length: length,
        unit: unit,
        doneDays: length,
        isCurrent: unit == .day,
        reached: []
      )
    }
    func runs(_ habit: HabitID, _ runs: [StreakRun]) -> HabitRuns {
      HabitRuns(habit: habit, title: "Running", unit: .day, difficulty: .easy, runs: runs)
    }
    let long = start.advanced(by: -4000)
    harness.answering(RunsOf.self) { query in
      // No figure names what was counted in another unit, or a streak in the archive.
      let own = runs(running, [run(500, from: long, .week), run(400, from: start)])
      let archived = runs(HabitID(rawValue: 9), [run(4400, from: long)])
      return query.habit == nil ? [own, archived] : [own]
    }
    harness.answering(AllStreaks.self) { _ in
      let items = [streak(running, current: 400, best: 400, from: start)]
      return StreaksReport(items: items, freezes: FreezeStock(earned: 0, used: 0), offers: [])
    }
    harness.answering(RecordedDaysOf.self) { query in
      #expect(query.from == start)
      return RecordedDays(done: 400, witnessed: 100)
    }
    for habit in [running, nil] {
      let card = try harness.ask(ComposeShareCard(kind: .contributions, habit: habit, weeks: 1))
      #expect(card.recorded.later == 300)
    }
  }

  @Test func `where streaks are not shown, how much was done is`() throws {
    let harness = social(Policies { $0.showsStreaks = false })
    harness.tracking { _ in 1 }
    harness.answering(StreakOf.self) { streak($0.habit, current: 42, best: 57) }
    let card = try harness.ask(ComposeShareCard(kind: .contributions, habit: running))
    #expect(card.headline == ShareFigure(.done, 90))
    #expect(card.figures.isEmpty)
  }

  @Test func `an empty card, too many weeks and what the product lacks are refused`() {
    let harness = social()
    #expect(harness.refusal(ComposeShareCard(kind: .contributions)) == "not-in-this-product")
    harness.tracking { _ in 0 }
    #expect(harness.refusal(ComposeShareCard(kind: .contributions)) == "nothing-to-share")
    #expect(harness.refusal(ComposeShareCard(kind: .contributions, weeks: 54)) == "bad-weeks")
    #expect(harness.refusal(ComposeShareCard(kind: .contributions, weeks: 0)) == "bad-weeks")
  }
}

extension JSON {
  static func text(of card: ShareCard) throws -> String { try JSON.pretty(card) }
}
