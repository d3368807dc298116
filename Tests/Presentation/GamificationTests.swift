import Commands
import Core
import GamificationContract
import Presentation
import ProfileContract
import SobrietyContract
import StreaksContract
import Terminal
import Testing
import TrackingContract

@testable import GamificationPresentation
@testable import ProfilePresentation
@testable import StreaksPresentation
@testable import TrackingPresentation

@Suite struct GamificationTests {
  private let report = BadgesReport(
    items: [
      badge(0, 7, times: 2), badge(0, 30, later: 4), badge(2, 7, isHard: true),
    ],
    next: [
      NextMilestone(habit: Samples.id(2), title: "Meditate", level: 7, unit: .day, left: 4)
    ]
  )

  private static func badge(
    _ place: Int,
    _ level: Int,
    times: Int = 1,
    isHard: Bool = false,
    later: Int = 0
  ) -> Badge {
    Badge(
      habit: Samples.habits[place].id,
      title: Samples.habits[place].details.title,
      level: level,
      unit: .day,
      day: Samples.today.advanced(by: -level),
      times: times,
      isHard: isHard,
      recorded: RecordedDays(done: level, witnessed: level - later)
    )
  }

  private var explanation: ScoreExplanation {
    let streak = Samples.streaks.items[0]
    return ScoreExplanation(
      score: HabitScore(streak: streak),
      monthRate: 0.66,
      strengthBefore: 0.59,
      days: [DisplayStatus.missed, .done, .protected, .skipped, .notDue, .open].enumerated().map {
        ScoredDay(
          day: Samples.today.advanced(by: $0.offset - 5),
          status: $0.element,
          inCurrentStreak: true,
          strength: 0.6,
          change: $0.offset == 0 ? -0.0312 : 0.02
        )
      }
    )
  }

  private var titles: DistinctTitles { DistinctTitles(report.items.map(\.title).prefix(1)) }

  private func reached(_ level: Int, habit: Int = 0) -> MilestoneReached {
    MilestoneReached(
      habit: Samples.habits[habit].id,
      level: level,
      day: Samples.today,
      unit: .day,
      start: Samples.today.advanced(by: 1 - level)
    )
  }

  @Test func `documents have every key of the contract`() throws {
    let badges = try Parsed(BadgesDocument(report))
    #expect(badges.keys.isSuperset(of: ["items", "total"]))
    #expect(badges["total"] == 3)
    for item in try badges.items() {
      #expect(item.keys.isSuperset(of: ["id", "title", "level", "day", "times"]))
    }
    let scores = try Parsed(ScoresDocument([explanation.score]))
    let item = try #require(try scores.items().first)
    let keys: Set = [
      "id", "title", "unit", "current", "best", "atRisk", "adjusted", "score", "strength",
      "protectedDays", "difficulty", "multiplier",
    ]
    #expect(item.keys == keys)
    #expect(item["multiplier"] == 1.5)
    let explained = try Parsed(ExplanationDocument(explanation))
    let day = try #require(try explained.items("days").first)
    #expect(day.keys == ["day", "status", "inCurrentStreak", "strength", "change"])
  }

  @Test(arguments: [40, 80, 200])
  func `badges, scores and confetti fit the screen`(width: Int) throws {
    for unicode in [true, false] {
      let context = try Samples.context(TerminalProfile(width: width, unicode: unicode))
      let streak = Samples.streaks.items[0]
      let views =
        BadgeViews.of(report, titles, context)
        + ScoreViews.of([explanation.score], Samples.noTwins, context)
        + ScoreViews.explained(explanation, context)
        + Celebration.views(reached(30), streak, isCalm: false, context)
      let drawn = Samples.draw(views, context)
      for line in drawn.split(separator: "\n") { #expect(String(line).displayWidth <= width) }
      #expect(unicode || drawn.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  @Test func `badges tell which days were added later, milestones too`() throws {
    let context = try Samples.context(TerminalProfile(width: 80))
    let drawn = Samples.draw(BadgeViews.of(report, titles, context), context)
    #expect(drawn.contains("Added or sent later"))
    #expect(drawn.contains("4 of 30"))
    let honest = BadgesReport(items: [report.items[0]], next: [])
    #expect(!Samples.draw(BadgeViews.of(honest, titles, context), context).contains("later"))
    let signal = MilestoneReached(
      habit: Samples.habits[0].id,
      level: 7,
      day: Samples.today,
      unit: .day,
      start: Samples.today,
      recorded: RecordedDays(done: 7, witnessed: 5)
    )
    let said = Celebration.views(signal, Samples.streaks.items[0], isCalm: true, context)
    let words =
      "Read: 7 days in a row. That earns a badge. Added or sent later: 2 of its 7 days."
    let celebrated = Samples.draw(said, context).split(whereSeparator: \.isWhitespace)
    #expect(celebrated.joined(separator: " ") == words)
  }

  @Test func `only two habits of one title are told apart`() throws {
    let context = try Samples.context()
    let drawn = Samples.draw(BadgeViews.of(report, titles, context), context)
    #expect(drawn.contains("Read  "))
    #expect(!drawn.contains("Read #"))
  }

  @Test func `an explanation says how the numbers come about`() throws {
    let context = try Samples.context()
    let drawn = Samples.draw(ScoreViews.explained(explanation, context), context)
    #expect(drawn.contains("Streak times difficulty: 12 days × 1.5 (medium) = 18"))
    #expect(drawn.contains("strength 62.0% and 30-day rate 66.0% = 64 of 100"))
    #expect(drawn.contains("-3.1"))
    #expect(drawn.contains("+2.0"))
  }

  @Test func `confetti only where it may be shown`() throws {
    let streak = Samples.streaks.items[0]
    func drawn(_ profile: TerminalProfile, isCalm: Bool = false) throws -> String {
      let context = try Samples.context(profile)
      return Samples.draw(
        Celebration.views(reached(7), streak, isCalm: isCalm, context),
        context
      )
    }
    let calm = "Read: 7 days in a row. That earns a badge.\n"
    #expect(try drawn(TerminalProfile()).split(separator: "\n").count == 3)
    #expect(try drawn(TerminalProfile(), isCalm: true) == calm)
    #expect(try drawn(TerminalProfile(reducedMotion: true)) == calm)
    #expect(try drawn(.screenReader) == calm)
    #expect(try drawn(.file) == calm)
  }

  @Test func `the longer the run, the more is made of it`() throws {
    let streak = Samples.streaks.items[0]
    func lines(_ level: Int, _ profile: TerminalProfile) throws -> [Substring] {
      let context = try Samples.context(profile)
      return Samples.draw(
        Celebration.views(reached(level), streak, isCalm: false, context),
        context
      )
      .split(separator: "\n")
    }
    let levels = [7, 30, 60, 100, 365]
    #expect(try levels.map { try lines($0, TerminalProfile()).count } == [3, 5, 7, 9, 11])
    let calm = try levels.map { try lines($0, .file)[0].prefix { $0 == "★" }.count }
    #expect(calm == [0, 2, 3, 4, 5])
    #expect(try lines(365, .screenReader)[0].hasPrefix("Read: 365 days"))
  }

  @Test func `of several levels of a habit the highest is said, once`() async throws {
    let context = try Samples.context(replies: [StreakOf.name: Samples.streaks.items[0]])
    let presenter = try #require(GamificationPresentation.presenters.first)
    let views = try await presenter.views(of: [reached(7), reached(30)], context)
    #expect(Samples.draw(views, context) == "★★ Read: 30 days in a row. That earns a badge.\n")
    #expect(try await presenter.views(of: [], context).isEmpty)
  }

  @Test func `a badge that is not celebrated is not spoken of`() async throws {
    let context = try Samples.context(replies: [StreakOf.name: Samples.streaks.items[0]])
    let presenter = try #require(GamificationPresentation.presenters.first)
    let earned = BadgeEarned(GamificationTests.badge(0, 7))
    #expect(try await presenter.views(of: [earned], context).isEmpty)
  }

  @Test func `what another module celebrates itself is not said twice`() async throws {
    let id = SubstanceID(rawValue: Samples.habits[0].id.rawValue)
    let context = try Samples.context(
      modules: [AllModules.self, Sobering.self],
      replies: [
        StreakOf.name: Samples.streaks.items[1],
        AllSubstances.name: [Substance(id: id, name: "Alcohol")],
      ]
    )
    let presenter = try #require(GamificationPresentation.presenters.first)
    #expect(try await presenter.views(of: [reached(7)], context).isEmpty)
    let views = try await presenter.views(of: [reached(7), reached(7, habit: 1)], context)
    #expect(Samples.draw(views, context) == "Meditate: 7 days in a row. That earns a badge.\n")
  }

  @Test func `where every habit is easy nothing is said of weights`() throws {
    let context = try Samples.context()
    let easy = HabitScore(
      streak: Samples.streak(Samples.habits[0], 7, best: 7, difficulty: .easy)
    )
    let drawn = Samples.draw(ScoreViews.of([easy], Samples.noTwins, context), context)
    #expect(!drawn.contains("Weighted") && !drawn.contains("hard"))
    #expect(drawn.contains("The score is the mean of strength and 30-day rate."))
    #expect(
      Samples.draw(ScoreViews.of([explanation.score], Samples.noTwins, context), context).contains(
        "Weighted"
      )
    )
  }

  @Test func `a hard habit gets a word more`() throws {
    let context = try Samples.context()
    let streak = Samples.streak(Samples.habits[0], 7, best: 7, difficulty: .hard)
    let drawn = Samples.draw(
      Celebration.views(reached(7), streak, isCalm: true, context),
      context
    )
    #expect(drawn.contains("hard habit"))
  }

  @Test func `the profile shows how many badges there are`() throws {
    let context = try Samples.context()
    let drawn = Samples.draw(ProfileViews.of(Samples.profile, badges: 3, context), context)
    #expect(drawn.contains("3 badges"))
    #expect(try Parsed(ProfileDocument(Samples.profile, badges: 3))["badges"] == 3)
    #expect(try !Parsed(ProfileDocument(Samples.profile)).keys.contains("badges"))
  }

  @Test func `a reminder is offered only where something reminds`() throws {
    let without = try Samples.context()
    #expect(!without.offersReminders)
    let plain = try Parsed(StreaksDocument(Samples.streaks))
    #expect(try plain.items("offers").count == 1)
    let tomorrow = Samples.today.advanced(by: 1)
    let document = try Parsed(StreaksDocument(Samples.streaks, reminderOn: tomorrow))
    let offer = try #require(try document.items("offers").last)
    #expect(offer["kind"] == "reminder")
    #expect(offer["day"] == tomorrow.description)
    let drawn = Samples.draw(StreaksViews.of(Samples.streaks, Samples.noTwins, without), without)
    #expect(!drawn.contains("trellis remind"))
    let with = try Samples.context(modules: [Reminding.self])
    let ended = StreaksReport(
      items: Samples.streaks.items,
      freezes: Samples.streaks.freezes,
      offers: []
    )
    let offered = Samples.draw(StreaksViews.of(ended, Samples.noTwins, with), with)
    #expect(offered.contains("trellis remind Swim 18:00 --tomorrow"))
    // A freeze that can save it comes first.
    #expect(
      !Samples.draw(StreaksViews.of(Samples.streaks, Samples.noTwins, with), with).contains(
        "trellis remind"
      )
    )
  }

  @Test func `a freeze that was given back is told`() throws {
    let context = try Samples.context()
    let returned = ReturnedFreeze(
      habit: Samples.id(4),
      title: "Swim",
      day: Samples.today.advanced(by: -1)
    )
    let report = StreaksReport(
      items: Samples.streaks.items,
      freezes: Samples.streaks.freezes,
      offers: [],
      returned: [returned]
    )
    for views in [
      StreaksViews.of(report, Samples.noTwins, context),
      FreezeViews.of(report, Samples.noTwins, context),
    ] {
      #expect(Samples.draw(views, context).contains("was given back"))
    }
  }

  /// A history of 40 days, each with as many checks, of which every stretch has the same rate.
  private func history(
    _ count: Int,
    _ rate: CompletionRate,
    showsStreaks: Bool = true
  ) async throws -> (HistoryDocument, CommandContext) {
    let from = LocalCalendar(zone: .utc).startOfWeek(Samples.today).advanced(by: -35)
    let stretches = 6 + 2
    let context = try Samples.context(
      policies: Policies { $0.showsStreaks = showsStreaks },
      modules: [Rating.self],
      replies: [
        DoneCounts.name: Array(repeating: count, count: from.distance(to: Samples.today) + 1),
        AllHabits.name: Samples.habits,
        RangeRates.name: Array(repeating: rate, count: stretches),
      ]
    )
    return (try await HistoryDocument.load(nil, weeks: 5, isRated: true, context), context)
  }

  @Test func `a history by week and by month shows counts and rates`() async throws {
    let (document, context) = try await history(1, CompletionRate(done: 3, planned: 4))
    #expect(document.weeks.map(\.rate) == Array(repeating: 0.75, count: 6))
    #expect(document.months.map(\.rate) == [0.75, 0.75])
    let parsed = try Parsed(document)
    #expect(try parsed.items("weeks").allSatisfy { $0["rate"] == 0.75 })
    // Weeks that end in a month fill it with what was done before it.
    let (idle, _) = try await history(0, CompletionRate(done: 1, planned: 1))
    #expect(try Parsed(idle).items("months").allSatisfy { $0.isNull("rate") })
    for period in HistoryPeriod.allCases {
      let drawn = Samples.draw(HistoryViews.grouped(document, by: period, context), context)
      #expect(drawn.contains("75%"))
      let since = "by \(period.rawValue), since \(document.from.shortWords(today: context.today))"
      #expect(drawn.contains(since))
      let empty = Samples.draw(HistoryViews.grouped(idle, by: period, context), context)
      #expect(!empty.contains("100%"))
    }
  }

  @Test func `a product that hides streaks shows what was done, and no rates`() async throws {
    let rate = CompletionRate(done: 3, planned: 4)
    let (document, context) = try await history(1, rate, showsStreaks: false)
    let drawn = Samples.draw(HistoryViews.grouped(document, by: .month, context), context)
    #expect(!drawn.contains("%") && !drawn.contains("planned"))
  }
}

/// A module that keeps substances.
enum Sobering: Module {
  typealias State = AllModules.State

  static let manifest = Manifest(
    name: "s",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    answers: [AllSubstances.self]
  )

  static func register(in host: inout some ModuleHost<State>) {}
}

/// A module with reminders, identified only by the name of its request.
private enum Reminding: Module {
  struct Remind: Command {
    typealias Reply = Bool
    static let name = "reminders.set-reminder"
    static let summary = ""
  }

  typealias State = AllModules.State

  static let manifest = Manifest(
    name: "r",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    answers: [Remind.self]
  )

  static func register(in host: inout some ModuleHost<State>) {}
}

/// A module that knows rates.
private enum Rating: Module {
  typealias State = AllModules.State

  static let manifest = Manifest(
    name: "r",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    answers: [RangeRates.self]
  )

  static func register(in host: inout some ModuleHost<State>) {}
}
