import Core
import Pages
import Presentation
import StreaksContract
import Testing
import TrackingContract

@testable import TrackingPresentation

@Suite struct TodayPageTests {
  private func page(
    policies: Policies = Policies(),
    modules: [any Module.Type] = [AllModules.self],
    query: [String: String] = [:],
    replies: [String: any Sendable] = [:]
  ) async throws -> String {
    let context = try Samples.pageContext(policies: policies, modules: modules, replies: replies)
    return try await TodayPage.page.body(Samples.request(context, query: query)).body.markup
  }

  private func row(_ title: String, in page: String) throws -> String {
    let rows = page.ranges(of: "<li class=\"habit\"").map { page[$0.lowerBound...] }
    let row = try #require(rows.first { $0.prefix { $0 != "\n" }.contains(">\(title)</a>") })
    return String(row).piece(from: "<li", to: "</li>") ?? ""
  }

  @Test func `one tap sends the habit, the day and what it is to become`() async throws {
    let page = try await page()
    let open = try row("Meditate", in: page)
    #expect(open.contains("action=\"/do/tracking.check\""))
    #expect(open.contains("name=\"token\" value=\"\(Samples.token)\""))
    #expect(open.contains("name=\"back\" value=\"/today\""))
    #expect(open.contains("name=\"habit\" value=\"\(Samples.id(2))\""))
    #expect(open.contains("name=\"day\" value=\"\(Samples.today)\""))
    #expect(open.contains("name=\"mark\" value=\"done\""))
    #expect(open.contains("aria-pressed=\"false\""))
    let done = try row("Water the plants", in: page)
    #expect(done.contains("name=\"mark\" value=\"open\""))
    #expect(done.contains("aria-pressed=\"true\""))
  }

  @Test func `a title cannot become markup`() async throws {
    let evil = "<script>alert(1)</script>\" onclick='x' & more"
    let days = [Samples.days(Samples.habit(1, evil, group: "<b>group</b>"), ".", note: "")]
    let page = try await page(replies: [DaysOfHabits.name: days])
    #expect(!page.contains("<script"))
    #expect(!page.contains("<b>group"))
    #expect(!page.contains("onclick='"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot; onclick=&#39;x&#39; &amp;"))
  }

  @Test func `a note is shown as it was typed`() async throws {
    let days = [Samples.days(Samples.habit(1, "Read"), "x", note: "</textarea><img src=x>")]
    let page = try await page(replies: [DaysOfHabits.name: days])
    #expect(!page.contains("<img"))
    #expect(page.occurrences(of: "&lt;/textarea&gt;&lt;img src=x&gt;") == 2)
  }

  @Test func `groups stand in the order of the day, the rest under Other`() async throws {
    let page = try await page()
    let places = ["Mind</h2>", "Meditate</a>", "Read</a>", "Body</h2>", "Run</a>", "Other</h2>"]
      .map { page.firstRange(of: $0)?.lowerBound }
    #expect(!places.contains(nil))
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
  }

  @Test func `what was done before the page was opened is below what is open, and later it stays`()
    async throws
  {
    let days = [
      Samples.days(Samples.habit(1, "Read"), "x"), Samples.days(Samples.habit(2, "Run"), "."),
    ]
    let page = try await page(replies: [DaysOfHabits.name: days])
    let places = ["Run</a>", "Read</a>"].map { page.firstRange(of: $0)?.lowerBound }
    #expect(try #require(places[0]) < #require(places[1]))
    #expect(!page.contains("data-settles"))
  }

  @Test func `the year at the head has as many days as a year`() async throws {
    let first = Samples.today.startOfWeek(from: .monday).advanced(by: -7 * 52)
    let counts = [Int](repeating: 2, count: first.distance(to: Samples.today) + 1)
    #expect(counts.count > 365)
    let context = try Samples.pageContext(replies: [
      DoneCounts.name: counts, AllHabits.name: Samples.habits,
    ])
    let head = try #require(try await YearHead.html(Samples.request(context))).markup
    #expect(head.contains("<b>730</b> done in the last year, on 365 days"))
    // Each square is one of these days, 14 units high.
    let lines = head.split(separator: "v").dropFirst().compactMap { line in
      Int(line.prefix { $0.isNumber })
    }
    #expect(lines.reduce(0, +) == 365 * 14)
  }

  @Test func `a measured habit has a number, and steps that fit its target`() async throws {
    let read = try row("Read", in: try await page())
    #expect(read.contains("action=\"/do/tracking.measure\""))
    #expect(read.contains("name=\"value\" min=\"0\" step=\"any\""))
    #expect(read.contains("name=\"by\" value=\"-2\" aria-label=\"Read: 2 less\""))
    #expect(read.contains("name=\"by\" value=\"2\" aria-label=\"Read: 2 more\" formnovalidate"))
    // Enter presses the first button of the form, which must set what was typed.
    let form = try #require(read.split(separator: "/do/tracking.measure").last)
    let set = try #require(form.firstRange(of: ">Save<"))
    let step = try #require(form.firstRange(of: "name=\"by\""))
    #expect(set.lowerBound < step.lowerBound)
    #expect(read.contains("20 of 20 pages"))
    #expect(!(try row("Meditate", in: try await page())).contains("tracking.measure"))
  }

  @Test func `buttons that say the same are told apart by a screen reader`() async throws {
    let read = try row("Read", in: try await page())
    let labels = ["Save: Read, pages", "Note: Read", "Save: Read, note", "Skip this day: Read"]
    for label in labels {
      #expect(read.contains("aria-label=\"\(label)\""), "\(label)")
    }
  }

  @Test func `streaks are shown with their unit, and what is at risk`() async throws {
    let page = try await page()
    #expect(try row("Read", in: page).contains("12 days"))
    #expect(try row("Meditate", in: page).contains("today keeps it going"))
  }

  @Test func `a product that hides streaks shows neither numbers nor pressure`() async throws {
    let page = try await page(policies: Policies { $0.showsStreaks = false })
    #expect(!page.contains("class=\"streak\""))
    #expect(!page.contains("id=\"flame\""))
    #expect(!page.contains("days"))
    #expect(!page.contains("today keeps it going"))
  }

  @Test func `where no past day may be marked there is no way to one`() async throws {
    let page = try await page(
      policies: Policies { $0.backfillDays = 0 },
      query: ["day": Samples.today.advanced(by: -1).description]
    )
    #expect(!page.contains("?day="))
    #expect(!page.contains("Yesterday"))
    #expect(!page.contains(Samples.today.advanced(by: -1).description))
  }

  @Test func `yesterday is there where it may be marked, and no day before it`() async throws {
    let yesterday = Samples.today.advanced(by: -1)
    let policies = Policies { $0.backfillDays = 1 }
    #expect(try await page(policies: policies).contains("href=\"/today?day=\(yesterday)\""))
    let past = try await page(policies: policies, query: ["day": yesterday.description])
    #expect(past.contains("name=\"day\" value=\"\(yesterday)\""))
    #expect(past.contains("Looking back at yesterday"))
    let older = try await page(
      policies: policies,
      query: ["day": yesterday.advanced(by: -1).description]
    )
    #expect(older.contains("name=\"day\" value=\"\(Samples.today)\""))
  }

  @Test func `a day that a vacation skips offers the vacations, not to take a skip back`()
    async throws
  {
    let skipped = Samples.days(Samples.habits[4], "s")
    let resting = HabitDays(
      habit: skipped.habit,
      firstDay: skipped.firstDay,
      days: [DayState(day: Samples.today, status: .skipped, isDue: true, entry: nil)]
    )
    let taken = try await page(replies: [DaysOfHabits.name: [skipped]])
    #expect(taken.contains("Do not skip") && !taken.contains("href=\"/vacations\""))
    let away = try await page(replies: [DaysOfHabits.name: [resting]])
    #expect(!away.contains("Do not skip") && away.contains("href=\"/vacations\""))
  }

  @Test func `any day can be chosen where any may be marked`() async throws {
    let day = Samples.today.advanced(by: -400)
    let page = try await page(policies: Policies(), query: ["day": day.description])
    #expect(page.contains("name=\"day\" value=\"\(day)\""))
    #expect(page.contains("type=\"date\""))
  }

  @Test func `an empty day says what to do next`() async throws {
    let none: [HabitDays] = []
    let page = try await page(replies: [DaysOfHabits.name: none])
    #expect(page.contains("class=\"empty\""))
    #expect(page.contains("href=\"/habits/new\""))
    #expect(!page.contains("<svg class=\"bar\""))
  }

  @Test func `the page goes out of date at midnight`() async throws {
    let context = try Samples.pageContext()
    let content = try await TodayPage.page.body(Samples.request(context))
    #expect(content.refreshAt == context.calendar.start(of: Samples.today.advanced(by: 1)))
  }

  @Test func `fifty habits are fifty rows and stay small`() async throws {
    let days = (1...50).map { Samples.days(Samples.habit(UInt128($0), "Habit \($0)"), ".") }
    let page = try await page(replies: [DaysOfHabits.name: days])
    #expect(page.occurrences(of: "<li class=\"habit\"") == 50)
    #expect(page.utf8.count < 50 * 2600)
  }
}
