import Commands
import Core
import GamificationContract
import Presentation
import StreaksContract
import Terminal
import Testing
import TrackingContract

@testable import TrackingPresentation

@Suite struct MarkingTests {
  private func words(
    _ mark: Mark,
    status: DisplayStatus,
    value: Amount? = nil,
    target: Target? = nil,
    ago: Int = 0,
    streak: (current: Int, best: Int)? = (4, 9),
    profile: TerminalProfile = .file,
    policies: Policies = Policies()
  ) throws -> String {
    let context = try Samples.context(profile, policies: policies)
    let habit = Samples.habit(1, "Read", target: target)
    let report = DayReport(
      habit: habit,
      day: Samples.today.advanced(by: -ago),
      status: status,
      entry: Entry(mark: mark, value: value, at: Samples.now),
      target: habit.details.target,
      inCurrentStreak: true,
      streak: streak.map { Samples.streak(habit, $0.current, best: $0.best) }
    )
    return Samples.draw(DayViews.confirmation(report, of: mark, context), context)
  }

  @Test func `a check is confirmed in one short line`() throws {
    #expect(try words(.done, status: .done) == "✓ Read — done for today. 🔥 4 days\n")
    #expect(
      try words(.done, status: .done, ago: 1) == "✓ Read — done for yesterday. 🔥 4 days\n"
    )
    #expect(try words(.done, status: .done, ago: 3).hasPrefix("✓ Read — done for 18 Nov."))
  }

  @Test func `no streak is shown where it is hidden or not counted`() throws {
    let hidden = Policies { $0.showsStreaks = false }
    #expect(try words(.done, status: .done, policies: hidden) == "✓ Read — done for today.\n")
    #expect(try words(.done, status: .done, streak: nil) == "✓ Read — done for today.\n")
  }

  @Test func `a value below its target says what is left`() throws {
    let line = try words(
      .done,
      status: .open,
      value: Amount(12.5),
      target: Samples.pages,
      streak: nil
    )
    #expect(line == "○ Read — 12.5 of 20 pages for today, 7.5 to go.\n")
  }

  @Test func `a value above a limit is noted without blame`() throws {
    let limit = Target(amount: Amount(2), unit: "cups", direction: .atMost)
    let line = try words(.done, status: .open, value: Amount(3), target: limit, streak: nil)
    #expect(line.contains("3 cups for today, 1 above 2 cups."))
  }

  @Test func `a run that begins again is given its best to beat`() throws {
    let lines = try words(.done, status: .done, streak: (1, 12))
    #expect(lines.contains("Your best is 12 days"))
    #expect(!(try words(.done, status: .done, streak: (1, 1))).contains("best"))
  }

  @Test func `a freeze that was earned, or could save the old run, is told`() throws {
    let context = try Samples.context()
    let habit = Samples.habit(1, "Read")
    func words(_ freezes: FreezeNews) -> String {
      var report = DayReport(
        habit: habit,
        day: Samples.today,
        status: .done,
        entry: Entry(mark: .done, at: Samples.now),
        target: habit.details.target,
        inCurrentStreak: true,
        streak: Samples.streak(habit, 1, best: 97)
      )
      report.freezes = freezes
      return Samples.draw(DayViews.confirmation(report, of: .done, context), context)
    }
    #expect(
      words(FreezeNews(earned: 1, available: 2)).contains(
        "earned a freeze: it can save a missed day. In stock: 2."
      )
    )
    let offer = FreezeOffer(habit: habit.id, day: Samples.today.advanced(by: -1))
    let saved = words(FreezeNews(offer: offer))
    #expect(
      saved.contains("A freeze can keep the streak of Read, missed yesterday.\n→ trellis freeze")
    )
    #expect(!saved.contains("Good to have you back"))
    #expect(words(FreezeNews()).contains("Good to have you back"))
  }

  @Test func `taking back and skipping say so`() throws {
    #expect(try words(.open, status: .open, streak: nil) == "○ Read — open again for today.\n")
    #expect(try words(.skipped, status: .skipped, streak: nil).hasPrefix("– Read — skipped"))
    let resting = try words(.open, status: .skipped, streak: nil)
    #expect(resting == "– Read — nothing is marked for today, which a vacation skips.\n")
  }

  @Test func `a screen reader hears no signs`() throws {
    let line = try words(.done, status: .done, profile: .screenReader)
    #expect(line == "Read — done for today. Streak 4 days.\n")
  }

  @Test func `what is printed is the day as it now is`() throws {
    let context = try Samples.context()
    let habit = Samples.habit(1, "Read", target: Samples.pages)
    let report = DayReport(
      habit: habit,
      day: Samples.today,
      status: .open,
      entry: Entry(mark: .done, value: Amount(12.5), at: Samples.now),
      target: habit.details.target,
      inCurrentStreak: false,
      streak: nil
    )
    let document = try Parsed(DayDocument(report, zone: context.calendar.zone))
    #expect(document["id"] == habit.id.description)
    #expect(document["value"] == 12.5)
    #expect(document["status"] == "open")
    #expect(document["at"] == "2026-11-21T19:05:00+01:00")
    #expect(document.isNull("note") && document.isNull("streak"))
  }

  @Test func `milestones are part of what a mark prints, and of nothing else`() throws {
    let habit = Samples.habits[0]
    let report = DayReport(
      habit: habit,
      day: Samples.today,
      status: .done,
      entry: Entry(mark: .done, at: Samples.now),
      target: habit.details.target,
      inCurrentStreak: true,
      streak: nil
    )
    let badge = Badge(
      habit: habit.id,
      title: "Read",
      level: 30,
      unit: .week,
      day: Samples.today,
      times: 2,
      isHard: false
    )
    let document = DayDocument(report, zone: .utc, milestones: [MilestoneDocument(badge)])
    let milestone = try #require(try Parsed(document).items("milestones").first)
    #expect(milestone.keys == ["level", "unit", "day", "times"])
    #expect(milestone["level"] == 30 && milestone["times"] == 2 && milestone["unit"] == "week")
    #expect(!(try Parsed(DayDocument(report, zone: .utc)).keys.contains("milestones")))
  }

  @Test func `a habit's document has its target in units`() throws {
    let habit = Samples.habit(1, "Read", target: Samples.pages)
    let document = try Parsed(HabitDocument(habit, zone: .utc))
    #expect(document["schedule"] == "daily")
    #expect(document.isNull("group"))
    #expect(try document.inner("target")["amount"] == 20)
    #expect(document["createdAt"] == "2026-09-22T18:05:00Z")
  }
}
