import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import Testing
import TrackingContract

@testable import StreaksPresentation

@Suite struct StreaksTests {
  @Test func `the document has every key of the contract`() throws {
    let document = try Parsed(StreaksDocument(Samples.streaks))
    #expect(document.keys == ["items", "freezes", "offers", "returned"])
    let keys: Set = [
      "id", "title", "unit", "current", "best", "atRisk", "adjusted", "score", "strength",
      "protectedDays",
    ]
    for item in try document.items() { #expect(item.keys.isSuperset(of: keys)) }
    let run = try document.items()[2]
    #expect(run["unit"] == "day")
    #expect(run["protectedDays"] == [Samples.today.advanced(by: -2).description])
    #expect(try document.inner("freezes").keys == ["earned", "used", "available"])
    let offer = try #require(try document.items("offers").first)
    #expect(offer.keys == ["kind", "id", "day"])
    #expect(offer["kind"] == "freeze")
  }

  @Test func `rates that do not exist are null`() throws {
    let document = try Parsed(StatsDocument(StatsReport(items: [stats], consistency: nil)))
    #expect(document.isNull("consistency"))
    let item = try #require(try document.items().first)
    let keys: Set = [
      "id", "title", "totalDays", "rates", "trend30", "bestWeekday", "averageStreak",
    ]
    #expect(item.keys.isSuperset(of: keys))
    #expect(item["bestWeekday"] == "monday")
    let rates = try item.inner("rates")
    #expect(rates.keys == ["week", "month", "all"])
    #expect(rates.isNull("all"))
  }

  @Test(arguments: [40, 80, 200])
  func `streaks and stats fit the screen`(width: Int) throws {
    for unicode in [true, false] {
      let context = try Samples.context(TerminalProfile(width: width, unicode: unicode))
      let report = StatsReport(items: [stats], consistency: 0.6)
      let views =
        StreaksViews.of(Samples.streaks, Samples.noTwins, context)
        + StatsViews.of(report, Samples.noTwins, context)
        + StreaksViews.one(Samples.streaks.items[2], Samples.streaks, Samples.noTwins, context)
        + StatsViews.one(stats, context) + FreezeViews.of(Samples.streaks, Samples.noTwins, context)
      let drawn = Samples.draw(views, context)
      for line in drawn.split(separator: "\n") { #expect(String(line).displayWidth <= width) }
      #expect(unicode || drawn.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  @Test func `a streak that ended is met with kind words and its best`() throws {
    let context = try Samples.context()
    let without = StreaksReport(
      items: Samples.streaks.items,
      freezes: FreezeStock(earned: 0, used: 0),
      offers: []
    )
    let drawn = Samples.draw(StreaksViews.of(without, Samples.noTwins, context), context)
    #expect(drawn.contains("Swim is ready for a new start. Your best of 4 days still counts"))
    #expect(drawn.contains("One small step is enough"))
    #expect(!drawn.contains("A few runs ended"))
  }

  @Test func `of streaks that ended the longest in time is named`() throws {
    let context = try Samples.context()
    let items = [("Read", 20, StreakUnit.day), ("Swim", 5, .week)].map { title, best, unit in
      HabitStreak(
        habit: Samples.id(unit == .day ? 1 : 4),
        title: title,
        unit: unit,
        current: 0,
        best: best,
        atRisk: false,
        isProtectedNow: false,
        adjusted: 0,
        score: 0,
        strength: 0,
        protectedDays: [],
        currentFrom: nil
      )
    }
    let stock = FreezeStock(earned: 0, used: 0)
    let report = StreaksReport(items: items, freezes: stock, offers: [])
    let drawn = Samples.draw(StreaksViews.of(report, Samples.noTwins, context), context)
    #expect(drawn.contains("Swim is ready for a new start. Your best of 5 weeks still counts"))
  }

  @Test func `a product of flames begins with the longest one`() throws {
    var theme = Theme.standard
    theme.look.motif = .ember
    func draw(_ report: StreaksReport, _ theme: Theme) throws -> String {
      let context = try Samples.context(TerminalProfile(width: 80), theme: theme)
      return Samples.draw(StreaksViews.of(report, Samples.noTwins, context), context)
    }
    let drawn = try draw(Samples.streaks, theme)
    let title = Samples.habits[0].details.title
    #expect(drawn.contains("██    ██████"))
    for words in ["12 days", "\(title) is burning.", "The longest so far: 30 days."] {
      #expect(drawn.contains(words), "\(drawn)")
    }
    #expect(try !draw(Samples.streaks, .standard).contains("is burning"))
    let ended = Samples.streaks.items[3]
    #expect(try !draw(Samples.streaks.only(ended.habit, ended), theme).contains("█"))
  }

  @Test func `a streak that a freeze can save is not spoken of as ended`() throws {
    let context = try Samples.context()
    let runs = HabitRuns(
      habit: Samples.id(4),
      title: "Swim",
      unit: .day,
      difficulty: .easy,
      runs: [run(50, 40, length: 9), run(5, 2, length: 4)]
    )
    let saved = SavedRuns(Samples.streaks.offers, among: [runs])
    let swim = Samples.streaks.items[3]
    for views in [
      StreaksViews.of(Samples.streaks, Samples.noTwins, saved: saved, context),
      StreaksViews.one(
        swim,
        Samples.streaks.only(swim.habit, swim),
        Samples.noTwins,
        saved: saved,
        context
      ),
    ] {
      let drawn = Samples.draw(views, context)
      #expect(
        drawn.contains(
          "A freeze can keep 4 days of Swim, missed yesterday.\n→ trellis freeze Swim\n"
        )
      )
      #expect(!drawn.contains("ready for a new start"))
    }
    let shield = context.screen.sign(context.screen.theme.glyphs.shield)
    let drawn = Samples.draw(StreaksViews.of(Samples.streaks, Samples.noTwins, context), context)
    #expect(drawn.contains("\(shield) 1 freeze in stock"))
  }

  private func run(_ from: Int, _ to: Int, length: Int) -> StreakRun {
    StreakRun(
      start: Samples.today.advanced(by: -from),
      end: Samples.today.advanced(by: -to),
      length: length,
      doneDays: length,
      isCurrent: false,
      reached: []
    )
  }

  @Test func `where no freeze is needed nothing is said to burn`() throws {
    let context = try Samples.context()
    func words(_ stock: FreezeStock, endedYesterday: Bool) -> String {
      let zero = Samples.habits.map { Samples.streak($0, 0, best: 0) }
      let report = StreaksReport(items: zero, freezes: stock, offers: [])
      return Samples.draw(
        FreezeViews.of(report, Samples.noTwins, endedYesterday: endedYesterday, context),
        context
      )
    }
    let none = FreezeStock(earned: 0, used: 0)
    #expect(words(none, endedYesterday: false).contains("Yesterday broke no run"))
    #expect(words(none, endedYesterday: true).contains("No freeze is in stock for what ended"))
    let one = FreezeStock(earned: 1, used: 0)
    #expect(words(one, endedYesterday: true).contains("Yesterday broke no run"))
  }

  @Test func `several that ended come with advice`() throws {
    let items = [1, 2].map { Samples.streak(Samples.habits[$0], 0, best: 7) }
    let report = StreaksReport(items: items, freezes: FreezeStock(earned: 0, used: 0), offers: [])
    let context = try Samples.context()
    #expect(
      Samples.draw(StreaksViews.of(report, Samples.noTwins, context), context).contains(
        "A few runs ended."
      )
    )
  }

  @Test func `one streak says how far its best is`() throws {
    let context = try Samples.context()
    let streak = Samples.streaks.items[0]
    let drawn = Samples.draw(
      StreaksViews.one(streak, Samples.streaks, Samples.noTwins, context),
      context
    )
    #expect(drawn.contains("18 days more and it equals your best of 30 days."))
    #expect(drawn.contains("Weighted     18"))
    let best = Samples.draw(
      StreaksViews.one(Samples.streaks.items[2], Samples.streaks, Samples.noTwins, context),
      context
    )
    #expect(best.contains("This is your longest run so far."))
  }

  @Test(arguments: [20, 40, 80])
  func `a garden fits the screen, and has characters that it shows`(width: Int) throws {
    let titles = ["Tea", "東京東京東京東京東京", "Practise the violin, slowly 🎻", "قراءة"]
    let items = (0..<12).map { (index: Int) -> GardenReport.Item in
      let title = titles[index % 4]
      let habit = Samples.habit(UInt128(index + 1), title)
      let strength = Double(index) / 11
      return GardenReport.Item(
        habit: habit,
        title: title,
        strength: strength,
        isTended: index.isMultiple(of: 2)
      )
    }
    for unicode in [true, false] {
      let context = try Samples.context(TerminalProfile(width: width, unicode: unicode))
      let drawn = Samples.draw([GardenView(GardenReport(items: items), context)], context)
      for line in drawn.split(separator: "\n") { #expect(String(line).displayWidth <= width) }
      #expect(drawn.contains(unicode ? "▔" : "---"))
      #expect(drawn.contains("Tea"))
    }
    let plain = try Samples.context(.screenReader)
    let spoken = Samples.draw([GardenView(GardenReport(items: items), plain)], plain)
    #expect(spoken.contains("Tea: a seed, freshly sown, tended today."))
    #expect(!spoken.contains("│"))
  }

  @Test func `a product that hides streaks shows no numbers`() throws {
    let context = try Samples.context(policies: Policies { $0.showsStreaks = false })
    let drawn = Samples.draw(StreaksViews.of(Samples.streaks, Samples.noTwins, context), context)
    #expect(drawn.contains("Read"))
    #expect(!drawn.contains { $0.isNumber })
    let plain = try Samples.context(.screenReader, policies: Policies { $0.showsStreaks = false })
    #expect(
      !Samples.draw(StreaksViews.of(Samples.streaks, Samples.noTwins, plain), plain).contains(
        "12 days"
      )
    )
  }

  private var stats: HabitStats {
    HabitStats(
      habit: Samples.id(1),
      title: "Read",
      totalDays: 40,
      rates: CompletionRates(week: 0.71, month: 0.5, all: nil),
      trend30: (0..<30).map { Double($0) / 30 },
      weekdays: WeekdayCounts(
        planned: [4, 4, 4, 4, 4, 4, 4],
        done: [4, 1, 1, 1, 1, 1, 1]
      ),
      averageStreak: 3.25,
      runs: 4,
      best: 12,
      unit: .day
    )
  }
}
