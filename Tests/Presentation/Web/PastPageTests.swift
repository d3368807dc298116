import Core
import Pages
import Presentation
import StreaksContract
import StreaksPresentation
import Testing
import TrackingContract

@testable import TrackingPresentation

@Suite struct PastPageTests {
  private func week(_ policies: Policies) async throws -> String {
    let context = try Samples.pageContext(
      policies: policies,
      replies: [DaysOfHabits.name: Samples.week]
    )
    return try await WeekPage.page.body(Samples.request(context, path: "/week")).body.markup
  }

  @Test(arguments: [(0, 1), (1, 2), (6, 7)])
  func `a week's days are buttons as far as they may be marked`(
    back: Int,
    buttons: Int
  )
    async throws
  {
    let page = try await week(Policies { $0.backfillDays = back })
    #expect(page.occurrences(of: "<button class=\"day-sign\"") == buttons * 5)
    #expect(page.occurrences(of: "class=\"day-sign\" aria-label") == (7 - buttons) * 5)
  }

  @Test func `a week has no streaks where they are hidden`() async throws {
    #expect(try await week(Policies()).contains("12 days"))
    #expect(!(try await week(Policies { $0.showsStreaks = false })).contains("class=\"streak\""))
  }

  @Test func `in a week the best run stands apart from the title`() async throws {
    let page = try await week(Policies())
    let alone =
      #"</a></span></span><p class="habit-facts"><span class="muted">best 4 days</span></p></th>"#
    #expect(page.occurrences(of: alone) == 1)
    #expect(page.contains("12 days</span> <span class=\"muted\">best 30 days</span></p></th>"))
    #expect(!(try await week(Policies { $0.showsStreaks = false })).contains("habit-facts"))
  }

  @Test func `contributions can be narrowed to a habit and a time`() async throws {
    let context = try Samples.pageContext(replies: [
      AllHabits.name: Samples.habits, DoneCounts.name: Array(repeating: 1, count: 90),
    ])
    let id = Samples.id(3)
    let request = Samples.request(
      context,
      path: "/history",
      query: ["weeks": "12", "habit": id.description]
    )
    let page = try await HistoryPage.page.body(request).body.markup
    #expect(page.contains("href=\"/history?weeks=52&amp;habit=\(id)\""))
    #expect(page.contains("<option value=\"\(id)\" selected>Run</option>"))
    #expect(page.contains("aria-current=\"page\">3 months"))
    #expect(page.contains("<table class=\"heat\""))
  }

  @Test func `of a day that is settled only the note can be changed`() async throws {
    let yesterday = Samples.today.advanced(by: -1)
    let days = [Samples.days(Samples.habits[1], "x", note: "calm")]
      .map { HabitDays(habit: $0.habit, firstDay: $0.firstDay, days: $0.days) }
    let replies: [String: any Sendable] = [
      AllHabits.name: Samples.habits, DaysOfHabits.name: days,
      StreakDays.name: [StreakDay](), StreakOf.name: Samples.streak(Samples.habits[1], 3, best: 9),
    ]
    func page(_ back: Int?) async throws -> String {
      let context = try Samples.pageContext(
        policies: Policies { $0.backfillDays = back },
        replies: replies
      )
      let parameters = ["id": "\(Samples.id(2))", "day": "\(yesterday)"]
      let request = Samples.request(context, path: "/", parameters: parameters)
      return try await HabitDayPage.page.body(request).body.markup
    }
    let settled = try await page(0)
    #expect(!settled.contains("action=\"/do/tracking.check\""))
    #expect(!settled.contains("name=\"mark\""))
    #expect(settled.contains("action=\"/do/tracking.note\""))
    #expect(settled.contains("calm</textarea>"))
    #expect(settled.contains("only today can still be marked"))
    let open = try await page(1)
    #expect(open.contains("action=\"/do/tracking.check\""))
    #expect(open.contains("name=\"mark\" value=\"done\" checked"))
  }

  @Test func `where any day may be changed, an archived habit says what stands in the way`()
    async throws
  {
    var details = Samples.habits[1].details
    details.archived = true
    let habit = Habit(
      id: Samples.id(2),
      details: details,
      createdOn: Samples.habits[1].createdOn,
      createdAt: Samples.habits[1].createdAt
    )
    let context = try Samples.pageContext(replies: [
      AllHabits.name: [habit], DaysOfHabits.name: [Samples.days(habit, "x")],
      StreakDays.name: [StreakDay](), StreakOf.name: Samples.streak(habit, 3, best: 9),
    ])
    func page(_ ago: Int) async throws -> String {
      let day = Samples.today.advanced(by: -ago)
      let parameters = ["id": "\(habit.id)", "day": "\(day)"]
      let request = Samples.request(context, path: "/", parameters: parameters)
      return try await HabitDayPage.page.body(request).body.markup
    }
    let archived = try await page(0)
    #expect(!archived.contains("<form"))
    #expect(archived.contains("in the archive"))
    #expect(!archived.contains("settled"))
  }

  @Test func `an address of nothing leads to nothing`() async throws {
    let context = try Samples.pageContext(replies: [AllHabits.name: Samples.habits])
    for parameters in [["id": "\(Samples.id(99))"], ["id": "x"], [:]] {
      let request = Samples.request(context, parameters: parameters)
      await #expect(throws: NotFound.self) { try await HabitPage.page.body(request) }
    }
    let bad = Samples.request(context, parameters: ["day": "2026-02-30"])
    await #expect(throws: NotFound.self) { try await DayPage.page.body(bad) }
  }

  @Test func `where numbers are hidden there is no page of them`() throws {
    let hidden = try Samples.pageContext(policies: Policies { $0.showsStreaks = false }).product
    #expect(StreaksPresentation.pages(for: hidden).isEmpty)
    #expect(!StreaksPresentation.pages(for: try Samples.pageContext().product).isEmpty)
  }
}
