import Core
import Presentation
import ProfileContract
import StreaksContract
import Terminal
import Testing
import TrackingContract

@testable import TrackingPresentation

@Suite struct TodayTests {
  private func text(
    _ profile: TerminalProfile,
    policies: Policies = Policies()
  ) async throws
    -> String
  {
    let context = try Samples.context(profile, policies: policies)
    return Samples.draw(TodayViews.of(try await TodayReport.load(context), context), context)
  }

  @Test func `the document has every key of the contract`() async throws {
    let context = try Samples.context()
    let document = try Parsed(TodayDocument(try await TodayReport.load(context), context))
    #expect(
      document.keys.isSuperset(of: ["day", "timeZone", "items", "done", "open", "message"])
    )
    #expect(document["day"] == Samples.today.description)
    #expect(document["timeZone"] == "Europe/Berlin")
    #expect(document["done"] == 2)
    #expect(document["open"] == 2)
    let keys: Set = ["id", "title", "group", "color", "status", "streak", "atRisk"]
    for item in try document.items() { #expect(item.keys.isSuperset(of: keys)) }
    let plants = try #require(try document.items().last)
    #expect(plants.isNull("group"))
    #expect(plants.isNull("target"))
    #expect(plants["streak"] == 1)
  }

  @Test func `statuses and amounts are those of the day`() async throws {
    let context = try Samples.context()
    let document = try Parsed(TodayDocument(try await TodayReport.load(context), context))
    let items = try document.items()
    #expect(items.map { $0["status"] ?? "" } == ["done", "open", "open", "notDue", "done"])
    #expect(items[0]["value"] == 20)
    #expect(items[0]["unit"] == "pages")
    #expect(items[0]["note"] == "A fine chapter")
    #expect(items[1]["atRisk"] == true)
  }

  @Test func `without streaks and profile there is a day all the same`() async throws {
    let context = try Samples.context(modules: [])
    let report = try await TodayReport.load(context)
    let document = try Parsed(TodayDocument(report, context))
    let items = try document.items()
    #expect(!items.isEmpty && items.allSatisfy { $0.isNull("streak") && $0["atRisk"] == false })
    #expect(document.isNull("displayName"))
    let drawn = Samples.draw(TodayViews.of(report, context), context)
    #expect(drawn.contains("Good evening.\n"))
    #expect(!drawn.contains("🔥"))
  }

  @Test func `habits stand in their groups with streak, amount and note`() async throws {
    let lines = try await text(.file).split(separator: "\n").map(String.init)
    #expect(lines[0] == "Saturday, 21 November 2026")
    #expect(lines[1] == "Good evening, Mia.")
    #expect(lines[2].hasSuffix("  2 of 4 done"))
    #expect(lines[3] == "Mind")
    #expect(lines[4].hasPrefix("  ✓ Read"))
    #expect(lines[4].contains("🔥 12 days (30)"))
    let wide = try await text(TerminalProfile(width: 120))
    #expect(wide.contains("🔥 12 days, best 30") && wide.contains("🔥 5 days 🛡️, the best"))
    // In one column, so that the titles of all habits have the room.
    #expect(lines[4].contains("🔥 12 days (30)  20/20 pages   "))
    #expect(lines[4].contains("“A fine chapter”"))
    #expect(lines[5].contains("today keeps it going"))
    #expect(lines[7].contains("Run !"))
    #expect(lines[8].contains("on Monday and Wednesday"))
    #expect(lines[9] == "Other")
  }

  @Test(arguments: [20, 40, 80, 200])
  func `no line is wider than the screen`(width: Int) async throws {
    for unicode in [true, false] {
      let profile = TerminalProfile(width: width, unicode: unicode)
      for line in try await text(profile).split(separator: "\n") {
        #expect(String(line).displayWidth <= width, "\(line)")
      }
    }
  }

  @Test func `a narrow screen keeps what was measured`() async throws {
    let drawn = try await text(TerminalProfile(width: 40))
    #expect(drawn.contains("20/20 pages"))
    #expect(drawn.contains("🔥 12 "))
  }

  @Test func `a terminal without Unicode gets ASCII alone`() async throws {
    let drawn = try await text(.ascii)
    #expect(drawn.utf8.allSatisfy { $0 < 0x80 })
    #expect(drawn.contains("  x Read"))
  }

  @Test func `a screen reader gets sentences`() async throws {
    let drawn = try await text(.screenReader)
    #expect(drawn.contains("2 of 4 done.\n"))
    #expect(
      drawn.contains("Read: done, streak 12 days, best 30, 20 of 20 pages, “A fine chapter”\n")
    )
    #expect(drawn.contains("Run: open, important, streak 5 days, the best, today keeps it going\n"))
    #expect(!drawn.contains("\n\n"))
  }

  @Test func `a product that hides streaks shows neither numbers nor pressure`() async throws {
    for profile in [TerminalProfile.file, .screenReader] {
      let drawn = try await text(profile, policies: Policies { $0.showsStreaks = false })
      #expect(!drawn.contains("🔥"))
      #expect(!drawn.contains("days"))
      #expect(!drawn.contains("today keeps it going"))
    }
  }

  @Test func `an empty day says what to type`() async throws {
    let none: [HabitDays] = []
    let context = try Samples.context(replies: [DaysOfHabits.name: none])
    let report = try await TodayReport.load(context)
    let drawn = Samples.draw(TodayViews.of(report, context), context)
    #expect(drawn.contains("Nothing here yet."))
    #expect(drawn.contains("trellis add"))
    #expect(try Parsed(TodayDocument(report, context)).items().isEmpty)
  }

  @Test func `twins carry their short id and are typed by it`() async throws {
    let twins = [Samples.habit(0xA1, "Read"), Samples.habit(0xB2, "Read")]
    let days = twins.map { Samples.days($0, ".") }
    let context = try Samples.context(replies: [DaysOfHabits.name: days])
    let report = try await TodayReport.load(context)
    #expect(report.items.map(\.title) == ["Read #0000a1", "Read #0000b2"])
    let drawn = Samples.draw(TodayViews.of(report, context), context)
    #expect(drawn.contains("trellis check 0000a1"))
    #expect(try Parsed(TodayDocument(report, context)).items()[0]["title"] == "Read")
  }

  @Test func `twins are named by what makes them different`() async throws {
    func titles(_ change: (inout HabitDetails) -> Void) async throws -> [String] {
      var second = Samples.habit(0xB2, "Read").details
      change(&second)
      let twins = [
        Samples.habit(0xA1, "Read"),
        Habit(
          id: Samples.id(0xB2),
          details: second,
          createdOn: Samples.today,
          createdAt: Samples.now
        ),
      ]
      let days = twins.map { Samples.days($0, ".") }
      let context = try Samples.context(replies: [DaysOfHabits.name: days])
      return try await TodayReport.load(context).items.map(\.title)
    }
    #expect(try await titles { $0.group = "Mind" } == ["Read", "Read (Mind)"])
    #expect(try await titles { $0.notes = "a novel" } == ["Read", "Read (a novel)"])
    #expect(
      try await titles { $0.schedule = .times(1, per: .week) }
        == ["Read (every day)", "Read (once a week)"]
    )
    #expect(
      try await titles { $0.color = HabitColor(rgb: 0x123456) }
        == ["Read (green)", "Read (#123456)"]
    )
  }

  @Test func `a filled week or month is said to be done, not just left out`() async throws {
    let swim = Samples.habit(7, "Swim", schedule: .times(1, per: .week))
    let pay = Samples.habit(8, "Pay", schedule: .times(1, per: .month))
    let days = [swim, pay].map { habit in
      HabitDays(
        habit: habit,
        firstDay: habit.createdOn,
        days: [
          DayState(day: Samples.today, status: .open, isDue: false, isOfQuota: true, entry: nil)
        ]
      )
    }
    for profile in [TerminalProfile.file, .screenReader] {
      let context = try Samples.context(profile, replies: [DaysOfHabits.name: days])
      let drawn = Samples.draw(TodayViews.of(try await TodayReport.load(context), context), context)
      #expect(drawn.contains("done this week") && drawn.contains("done this month"))
    }
  }

  @Test func `a quota that is not filled is not said to be done, and today is told from the week`()
    async throws
  {
    func state(isDue: Bool, isArchived: Bool = false, on day: Day = Samples.today) -> DayState {
      DayState(
        day: day,
        status: .open,
        isDue: isDue,
        isOfQuota: true,
        isArchived: isArchived,
        entry: nil
      )
    }
    func text(_ state: DayState) async throws -> String {
      let swim = Samples.habit(7, "Swim", schedule: .times(1, per: .week))
      let days = [
        HabitDays(habit: swim, firstDay: swim.createdOn, days: [state]),
        Samples.days(Samples.habits[1], "."),
      ]
      let context = try Samples.context(replies: [DaysOfHabits.name: days])
      let report = try await TodayReport.load(context, on: state.day)
      return Samples.draw(TodayViews.of(report, context), context)
    }
    #expect(try await text(state(isDue: false)).contains("0 of 1 done today"))
    let before = Samples.today.advanced(by: -1)
    #expect(try await text(state(isDue: false, on: before)).contains("done that week"))
    #expect(try await !text(state(isDue: true, on: before)).contains("done that week"))
    let archived = state(isDue: false, isArchived: true, on: before)
    #expect(try await !text(archived).contains("done that week"))
  }

  @Test func `notes of a habit and colors of groups are on Today`() async throws {
    var details = HabitDetails(title: "Stretch", group: "Body")
    details.notes = "by the window\nslowly"
    let habit = Habit(
      id: Samples.id(9),
      details: details,
      createdOn: Samples.today,
      createdAt: Samples.now
    )
    let days = [Samples.days(habit, ".")]
    let context = try Samples.context(replies: [DaysOfHabits.name: days])
    let drawn = Samples.draw(TodayViews.of(try await TodayReport.load(context), context), context)
    #expect(drawn.contains("by the window") && !drawn.contains("slowly"))
    let plain = try Samples.context(.screenReader, replies: [DaysOfHabits.name: days])
    let spoken = Samples.draw(TodayViews.of(try await TodayReport.load(plain), plain), plain)
    #expect(spoken.contains("Body, green:\n"))
  }

  @Test func `where all is archived Today says so`() async throws {
    let none: [HabitDays] = []
    var archived = [Samples.habit(1, "Read")]
    archived[0].details.archived = true
    let context = try Samples.context(
      modules: [Keeping.self],
      replies: [DaysOfHabits.name: none, AllHabits.name: archived]
    )
    let report = try await TodayReport.load(context)
    let drawn = Samples.draw(TodayViews.of(report, context), context)
    #expect(drawn.contains("in the archive"))
    #expect(drawn.contains("trellis edit Read --unarchive"))
  }

  @Test func `colors of habits are drawn where there are colors`() async throws {
    let drawn = try await text(TerminalProfile(color: .truecolor))
    #expect(drawn.contains("●"))
    #expect(!(try await text(.file)).contains("●"))
  }

  @Test func `a title cannot send commands to the terminal`() async throws {
    let evil = [Samples.days(Samples.habit(1, "Read\u{1B}[2J"), ".")]
    let context = try Samples.context(replies: [DaysOfHabits.name: evil])
    let report = try await TodayReport.load(context)
    #expect(!Samples.draw(TodayViews.of(report, context), context).contains("\u{1B}"))
  }
}

/// A module that keeps habits.
private enum Keeping: Module {
  typealias State = AllModules.State

  static let manifest = Manifest(
    name: "k",
    version: "1",
    summary: "",
    kernel: KernelVersion(2, 0),
    answers: [AllHabits.self]
  )

  static func register(in host: inout some ModuleHost<State>) {}
}
