import Core
import Pages
import Presentation
import StreaksContract
import Testing
import TrackingContract

@testable import StreaksPresentation

@Suite struct StreaksPageTests {
  private static let stats = StatsReport(
    items: Samples.habits.map { habit in
      HabitStats(
        habit: habit.id,
        title: habit.details.title,
        totalDays: 40,
        rates: CompletionRates(week: 0.5, month: 0.8, all: nil),
        trend30: Array(repeating: 0.4, count: 29) + [0.9],
        weekdays: WeekdayCounts(
          planned: [4, 4, 4, 4, 4, 4, 4],
          done: [4, 1, 1, 1, 1, 1, 1]
        ),
        averageStreak: 4.5,
        runs: 6,
        best: 12,
        unit: .day
      )
    },
    consistency: 0.83
  )

  private func context(
    _ policies: Policies = Policies(),
    ended: [EndedStreak] = [
      EndedStreak(habit: Samples.id(2), title: "Meditate", unit: .day, length: 9, best: 9)
    ]
  ) throws -> PageContext {
    let days = (0..<84).map { back in
      StreakDay(
        day: Samples.today.advanced(by: -back),
        inCurrentStreak: false,
        isProtected: false,
        isDue: true,
        status: back % 7 == 0 ? .done : .missed
      )
    }
    return try Samples.pageContext(
      policies: policies,
      modules: [AnsweringAll.self],
      replies: [
        StatsOf.name: Self.stats, StreakDays.name: Array(days.reversed()),
        StreakOf.name: Samples.streaks.items[1],
        EndedStreaks.name: ended,
      ]
    )
  }

  private func request(_ context: PageContext, query: [String: String] = [:]) -> PageRequest {
    Samples.request(
      context,
      [StreaksPresentation.self],
      path: "/today?x=1",
      parameters: ["id": Samples.id(2).description],
      query: query
    )
  }

  @Test func `a freeze is offered with its stock, and can be put off`() async throws {
    let context = try context()
    let card = try #require(try await FreezeCard.offers(request(context))).markup
    #expect(card.contains("action=\"/do/streaks.use-freeze\""))
    #expect(card.contains("name=\"habit\" value=\"\(Samples.id(4))\""))
    #expect(card.contains("1 freeze in stock, 2 earned, 1 used."))
    #expect(card.contains("href=\"/today?later=freeze\""))
    let later = Samples.request(context, [StreaksPresentation.self], putOff: ["freeze"])
    #expect(try await FreezeCard.offers(later) == nil)
  }

  @Test func `the one flame is that of the longest run, where a product has one`() async throws {
    #expect(Samples.streaks.longest?.current == 12)
    #expect(try await Blaze.html(Samples.streaks, request(context())) == nil)
  }

  @Test func `where a product has no freezes none is offered`() async throws {
    for policies in [Policies { $0.allowsFreezes = false }, Policies { $0.showsStreaks = false }] {
      #expect(try await FreezeCard.offers(request(try context(policies))) == nil)
    }
  }

  @Test func `after runs ended there are kind words, in one card`() async throws {
    let card = try #require(try await EndedCard.today(request(try context()))).markup
    #expect(card.contains("best of 9 days"))
    #expect(card.contains("One small step is enough"))
    #expect(!card.contains("<form"))
    let several = [7, 8].map { best in
      EndedStreak(habit: Samples.id(2), title: "Meditate", unit: .day, length: 5, best: best)
    }
    let both = request(try context(ended: several))
    let joined = try #require(try await EndedCard.today(both))
    #expect(joined.markup.occurrences(of: "<section") == 1)
    #expect(joined.markup.contains("best of 8 days"))
    #expect(joined.markup.contains("A few runs ended."))
    #expect(
      try await EndedCard.today(request(try context(Policies { $0.showsStreaks = false }))) == nil
    )
  }

  @Test func `what rests today is not called to a new start`() async throws {
    for (pattern, isMet) in [("s", false), (".", true)] {
      let ended = EndedStreak(
        habit: Samples.id(2),
        title: "Meditate",
        unit: .day,
        length: 9,
        best: 9
      )
      let context = try Samples.pageContext(
        modules: [AnsweringDays.self],
        replies: [
          EndedStreaks.name: [ended],
          DaysOfHabits.name: [Samples.days(Samples.habits[1], pattern)],
        ]
      )
      let card = try await EndedCard.today(request(context))
      #expect((card != nil) == isMet)
    }
  }

  @Test func `a habit's card tells now, longest and average`() async throws {
    let card = try #require(try await HabitCard.status(request(try context()))).markup
    for words in ["3 days", "9 days", "4.5", "of 6 runs"] { #expect(card.contains(words)) }
  }

  @Test func `where numbers are hidden there is a bar with words and no digit`() async throws {
    let context = try context(Policies { $0.showsStreaks = false })
    let request = request(context)
    let card = try #require(try await HabitCard.status(request)).markup
    let all = try #require(try await AnalyticsCard.html(request)).markup
    #expect(try await HabitCard.analytics(request) == nil)
    for html in [card, all] {
      #expect(html.contains("growing well"))
      // Digits occur only in drawings and addresses.
      let pieces = html.split(separator: "<").compactMap {
        $0.split(separator: ">").dropFirst().first
      }
      let text = pieces.joined()
      let hasDigit = text.contains { $0.isNumber }
      #expect(!hasDigit, "\(text)")
    }
  }

  @Test func `weekdays compare what was done with what was asked`() throws {
    let done = WeekdayCounts(planned: [12, 12, 12, 12, 12, 12, 12], done: [0, 0, 0, 0, 0, 12, 0])
    let chart = WeekdayShares(counts: done).chart(try context()).markup
    #expect(chart.contains("Saturday goes best."))
    #expect(chart.occurrences(of: "0%</span>") == 7)
    #expect(chart.contains(">100%</span>"))
  }

  @Test(arguments: [
    ([5, 2], "Monday goes best."), ([5, 5], "Monday and Tuesday go best."), ([5, 5, 5], ""),
  ])
  func `weekdays that go equally well are named together or not at all`(
    done: [Int],
    words: String
  ) throws {
    let rest = [Int](repeating: 0, count: 7 - done.count)
    let counts = WeekdayCounts(planned: [6, 6, 6, 6, 6, 6, 6], done: done + rest)
    #expect(WeekdayShares(counts: counts).summary(try context()) == words)
  }

  @Test func `a curve that dips is not called steady`() throws {
    let context = try context()
    let dip = Array(repeating: 1.0, count: 10) + [0.4] + Array(repeating: 1.0, count: 10)
    #expect(
      TrendChart.summary(dip, context) == "Between 40% and 100% of what was planned, now 100%."
    )
    #expect(
      TrendChart.summary([0.98, 1, 1], context) == "Steady at 100% of what was planned."
    )
  }

  @Test func `analytics praise what rises and what is steady`() async throws {
    let context = try context()
    let page = Samples.request(context, [StreaksPresentation.self], path: "/history")
    let card = try #require(try await AnalyticsCard.html(page)).markup
    #expect(card.contains("83%"))
    #expect(card.contains("is on the rise"))
    #expect(card.contains("You keep most of what you plan."))
    #expect(card.contains("Rising, from 40% to 90% of what was planned."))
  }

  @Test func `the curve of all habits counts those that were planned and never done`() async throws
  {
    func stats(_ days: Int, _ share: Double) -> HabitStats {
      HabitStats(
        habit: Samples.id(UInt128(days)),
        title: "Habit",
        totalDays: days,
        rates: CompletionRates(week: share, month: share, all: share),
        trend30: Array(repeating: share, count: 30),
        weekdays: WeekdayCounts(
          planned: Array(repeating: 4, count: 7),
          done: Array(repeating: 0, count: 7)
        ),
        averageStreak: 0,
        runs: 0,
        best: 0,
        unit: .day
      )
    }
    let report = StatsReport(items: [stats(30, 1), stats(0, 0)], consistency: 0.5)
    let context = try Samples.pageContext(
      modules: [AnsweringAll.self],
      replies: [StatsOf.name: report]
    )
    let page = Samples.request(context, [StreaksPresentation.self], path: "/history")
    let card = try #require(try await AnalyticsCard.html(page)).markup
    #expect(card.contains("50%</"))
    #expect(card.contains("Steady at 50% of what was planned."))
  }

  @Test func `a habit that was never done has no progress to show`() async throws {
    let none = HabitStats(
      habit: Samples.id(2),
      title: "Meditate",
      totalDays: 0,
      rates: Self.stats.items[0].rates,
      trend30: [0, 0],
      weekdays: Self.stats.items[0].weekdays,
      averageStreak: 0,
      runs: 0,
      best: 0,
      unit: .day
    )
    let context = try Samples.pageContext(
      modules: [AnsweringAll.self],
      replies: [StatsOf.name: StatsReport(items: [none], consistency: 0)]
    )
    #expect(try await HabitCard.analytics(request(context)) == nil)
  }

  @Test func `a streak's own page is there where no module has a page of the habit`() throws {
    let alone = try Samples.pageContext(modules: [])
    #expect(alone.path(of: Samples.id(2)) == "/streaks/\(Samples.id(2))")
  }
}

/// A module that knows on which days a habit rests, too.
private enum AnsweringDays: Module {
  typealias State = AllModules.State

  static let manifest = Manifest(
    name: "all",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    answers: Samples.answered + [EndedStreaks.self, DaysOfHabits.self]
  )

  static func register(in host: inout some ModuleHost<State>) {}
}

/// A module that answers everything these pages may request.
private enum AnsweringAll: Module {
  typealias State = AllModules.State

  static let manifest = Manifest(
    name: "all",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    answers: Samples.answered + [EndedStreaks.self, StatsOf.self]
  )

  static func register(in host: inout some ModuleHost<State>) {}
}
