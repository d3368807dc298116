import Core
import GamificationContract
import SocialContract
import StreaksContract
import TestKit
import Testing

@Suite struct SoberTests {
  @Test func `S-29: the calendar with its shades, slips and the run, and nothing private`() throws {
    let harness = social()
    harness.sober(12)
    let card = try harness.ask(ComposeShareCard(kind: .sobriety, weeks: 3))
    let grid = try #require(card.grid)
    #expect(card.headline == ShareFigure(.soberRun, 12, .day))
    #expect(
      card.figures == [ShareFigure(.longestSoberRun, 61, .day), ShareFigure(.soberDays, 112, .day)]
    )
    #expect(grid.strongest == 10)
    #expect(grid.days.suffix(13).map(\.status) == [.notSober] + Array(repeating: .done, count: 12))
    #expect(grid.days.suffix(12).map(\.strength) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10])
    #expect(grid.days.first?.status == ShareDay.Status.none)
    let text = try JSON.text(of: card)
    for secret in ["Alcohol", "children", "12345", "\"drinks\""] {
      #expect(!text.contains(secret), "\(secret) is nobody's business")
    }
  }

  @Test func `the substance is named only if its owner asks, the why never`() throws {
    let harness = social()
    harness.sober(12)
    let card = try harness.ask(
      ComposeShareCard(kind: .sobriety, substance: "Nicotine", showsTitle: true)
    )
    #expect(card.title == "Nicotine-free")
    #expect(try !JSON.text(of: card).contains("children"))
  }

  @Test func `after a slip all sober days are what counts`() throws {
    let harness = social()
    harness.sober(12, ago: 1)
    let card = try harness.ask(ComposeShareCard(kind: .sobriety))
    #expect(card.headline == ShareFigure(.soberDays, 112, .day))
    #expect(card.figures == [ShareFigure(.longestSoberRun, 61, .day)])
    harness.sober(12, ago: 9)
    #expect(harness.refusal(ComposeShareCard(kind: .sobriety, weeks: 1)) == "nothing-to-share")
  }

  @Test func `K-8: a milestone of sober days, the longest unless one is named`() throws {
    let harness = social()
    harness.sober(40, milestones: [1, 7, 14, 30])
    let card = try harness.ask(ComposeShareCard(kind: .milestone))
    #expect(card.headline == ShareFigure(.soberMilestone, 30, .day))
    #expect(card.day == today.advanced(by: -30))
    #expect(card.grid == nil)
    let week = try harness.ask(ComposeShareCard(kind: .milestone, level: 7, showsTitle: true))
    #expect(week.headline.count == 7)
    #expect(week.title == "Alcohol-free")
    #expect(
      harness.refusal(ComposeShareCard(kind: .milestone, level: 60)) == "milestone-not-reached"
    )
  }

  @Test func `K-8: a milestone of a habit in its own unit`() throws {
    let harness = social()
    harness.badges([7, 30])
    let card = try harness.ask(ComposeShareCard(kind: .milestone, habit: running))
    #expect(card.headline == ShareFigure(.milestone, 30, .week))
    #expect(card.title == nil)
    #expect(card.figures.isEmpty)
    let first = try harness.ask(
      ComposeShareCard(kind: .milestone, habit: running, level: 7, showsTitle: true)
    )
    #expect(first.title == "Running")
    #expect(first.figures == [ShareFigure(.timesReached, 3)])
    #expect(
      harness.refusal(ComposeShareCard(kind: .milestone, habit: running, level: 60))
        == "milestone-not-reached"
    )
  }

  @Test func `a milestone reached in two units is the one that the habit counts now`() throws {
    let harness = social()
    harness.answering(AllBadges.self) { _ in
      let badges = [StreakUnit.day, .week].map { unit in
        Badge(
          habit: running,
          title: "Running",
          level: 7,
          unit: unit,
          day: today,
          times: 1,
          isHard: false
        )
      }
      return BadgesReport(items: badges, next: [])
    }
    for unit in [StreakUnit.day, .week] {
      harness.answering(StreakOf.self) { streak($0.habit, current: 7, best: 7, unit: unit) }
      let card = try harness.ask(ComposeShareCard(kind: .milestone, habit: running, level: 7))
      #expect(card.headline == ShareFigure(.milestone, 7, unit))
      for chosen in [StreakUnit.day, .week] {
        let wish = ComposeShareCard(kind: .milestone, habit: running, level: 7, unit: chosen)
        #expect(try harness.ask(wish).headline == ShareFigure(.milestone, 7, chosen))
      }
    }
    let months = ComposeShareCard(kind: .milestone, habit: running, level: 7, unit: .month)
    #expect(harness.refusal(months) == "milestone-not-reached")
    let error = #expect(throws: DomainError.self) { try harness.ask(months) }
    #expect(error?.message.hasPrefix("7 months is not among the milestones") == true)
    #expect(error?.message.contains("so far: 7 days, 7 weeks.") == true)
    // What was reached in another unit alone can still be shown.
    harness.answering(StreakOf.self) { streak($0.habit, current: 1, best: 1, unit: .month) }
    #expect(try harness.ask(ComposeShareCard(kind: .milestone, habit: running)).headline.count == 7)
  }

  @Test func `the longest milestone is so in time, whatever its number`() throws {
    let harness = social()
    harness.answering(StreakOf.self) { streak($0.habit, current: 1, best: 30, unit: .day) }
    harness.answering(AllBadges.self) { _ in
      let badges = [(7, StreakUnit.day), (30, .day), (7, .week)].map { level, unit in
        Badge(
          habit: running,
          title: "Running",
          level: level,
          unit: unit,
          day: today,
          times: 1,
          isHard: false
        )
      }
      return BadgesReport(items: badges, next: [])
    }
    let card = try harness.ask(ComposeShareCard(kind: .milestone, habit: running))
    #expect(card.headline == ShareFigure(.milestone, 7, .week))
    let days = ComposeShareCard(kind: .milestone, habit: running, unit: .day)
    #expect(try harness.ask(days).headline == ShareFigure(.milestone, 30, .day))
  }

  @Test(
    arguments: [
      ("30", 30, nil), ("30weeks", 30, .week), ("7 Days", 7, .day), ("1month", 1, .month),
      ("60times", 60, .occurrence),
    ] as [(String, Int, StreakUnit?)]
  )
  func `a milestone is typed with a unit or without`(
    text: String,
    level: Int,
    unit: StreakUnit?
  ) throws {
    let choice = try MilestoneChoice(typed: text)
    #expect(choice == MilestoneChoice(level, unit))
    #expect(try MilestoneChoice(typed: "\(choice)") == choice)
  }

  @Test(arguments: ["", "weeks", "-7", "7s", "7weeksx", "7 7days"])
  func `what is no milestone is refused`(text: String) {
    #expect(throws: DomainError.self) { try MilestoneChoice(typed: text) }
  }

  @Test func `a milestone of sober days is one of days`() {
    let harness = social()
    harness.sober(40, milestones: [7, 30])
    let weeks = ComposeShareCard(kind: .milestone, level: 30, unit: .week)
    #expect(harness.refusal(weeks) == "milestone-not-reached")
  }

  @Test func `milestones that nothing here keeps are refused`() {
    let harness = social()
    #expect(harness.refusal(ComposeShareCard(kind: .sobriety)) == "not-in-this-product")
    #expect(harness.refusal(ComposeShareCard(kind: .milestone)) == "not-in-this-product")
    #expect(
      harness.refusal(ComposeShareCard(kind: .milestone, habit: running)) == "not-in-this-product"
    )
    harness.badges([])
    #expect(
      harness.refusal(ComposeShareCard(kind: .milestone, habit: running)) == "milestone-not-reached"
    )
  }
}
