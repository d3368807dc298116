import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import Testing
import TrackingContract

@testable import TrackingPresentation

@Suite struct HistoryTests {
  private let counts = (0..<90).map { ($0 * 7 % 11) % 6 }

  private func document(_ context: CommandContext, habit: Habit? = nil) -> HistoryDocument {
    HistoryDocument(
      habit == nil ? counts : counts.map { min(1, $0) },
      from: Samples.today.advanced(by: -89),
      habit: habit,
      habits: 5,
      calendar: context.calendar
    )
  }

  @Test func `twelve whole weeks come before the current one`() async throws {
    let context = try Samples.context(replies: [
      DoneCounts.name: [Int](repeating: 1, count: 90), AllHabits.name: Samples.habits,
    ])
    let document = try await HistoryDocument.load(nil, weeks: 12, context)
    #expect(document.from.weekday == .monday)
    #expect(document.from == Samples.today.startOfWeek(from: .monday).advanced(by: -84))
    #expect(document.days.last?.day == Samples.today)
    #expect(document.days.allSatisfy { $0.level == 1 })
  }

  @Test func `the document has the keys of the contract, and a habit's only with one`() throws {
    let context = try Samples.context()
    let all = try Parsed(document(context))
    #expect(all.keys == ["from", "to", "days", "weeks", "months", "total"])
    #expect(all["total"] == counts.reduce(0, +))
    let day = try #require(try all.items("days").first)
    #expect(day.keys == ["day", "count", "level"])
    let one = try Parsed(document(context, habit: Samples.habits[0]))
    #expect(one["title"] == "Read")
    #expect(one["id"] == Samples.id(1).description)
    let levels = Set(try one.items("days").compactMap { $0["level"] as Int? })
    #expect(levels == [0, 4])
  }

  @Test func `weeks and months add up to the total`() throws {
    let document = document(try Samples.context())
    #expect(document.weeks.reduce(0) { $0 + $1.count } == document.total)
    #expect(document.months.reduce(0) { $0 + $1.count } == document.total)
    #expect(document.months.map(\.from.month) == [8, 9, 10, 11])
  }

  @Test(arguments: [40, 80, 200])
  func `the history fits the screen`(width: Int) throws {
    for unicode in [true, false] {
      let context = try Samples.context(TerminalProfile(width: width, unicode: unicode))
      let drawn = Samples.draw(HistoryViews.of(document(context), context), context)
      for line in drawn.split(separator: "\n") { #expect(String(line).displayWidth <= width) }
      #expect(drawn.contains("201 done, on 73 days."))
      #expect(unicode || drawn.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  @Test func `a screen reader gets a sentence for each week`() throws {
    let context = try Samples.context(.screenReader)
    let drawn = Samples.draw(HistoryViews.of(document(context), context), context)
    #expect(drawn.contains("Week of 2026-11-16: Mon 5, Tue 1, Wed 2, Thu 4, Fri 0, Sat 1."))
  }
}

@Suite struct CalendarTests {
  private func report(_ context: CommandContext) async throws -> CalendarReport {
    let read = Samples.habits[0]
    let from = Samples.today.advanced(by: -89)
    return try await CalendarReport.load(read, from: from, to: Samples.today, context)
  }

  private func context(
    _ profile: TerminalProfile = .file,
    showsStreaks: Bool = true
  ) throws -> CommandContext {
    let pattern = String(repeating: "xx.xsx.xx.", count: 8) + "xxxxxxxxxx"
    let days = Samples.days(Samples.habits[0], pattern, note: "Dune")
    let protected = Samples.today.advanced(by: -10)
    var shown = Dictionary(
      uniqueKeysWithValues: days.days.map { ($0.day, days.shown($0, today: Samples.today)) }
    )
    shown[protected] = .protected
    let streak = days.days.map { state in
      StreakDay(
        day: state.day,
        inCurrentStreak: state.day > Samples.today.advanced(by: -10),
        isProtected: state.day == protected,
        isDue: true,
        status: shown[state.day] ?? .notDue
      )
    }
    return try Samples.context(
      profile,
      policies: Policies { $0.showsStreaks = showsStreaks },
      replies: [DaysOfHabits.name: [days], StreakDays.name: streak]
    )
  }

  @Test func `the document has a day for each of the ninety`() async throws {
    let context = try context()
    let report = try await report(context)
    let document = try Parsed(CalendarDocument(report, zone: context.calendar.zone))
    #expect(document.keys == ["id", "title", "days"])
    let days = try document.items("days")
    #expect(days.count == 90)
    for day in days {
      #expect(
        day.keys.isSuperset(of: ["day", "status", "inCurrentStreak", "note", "at"])
      )
    }
    #expect(days[89]["status"] == "done")
    #expect(days[89]["inCurrentStreak"] == true)
    #expect(days[89]["note"] == "Dune")
    #expect(days[89]["at"] == "2026-11-21T18:05:00+01:00")
    #expect(days[79]["status"] == "protected")
    #expect(days[79].isNull("note") && days[79].isNull("at"))
  }

  @Test(arguments: [40, 80, 200])
  func `the calendar fits the screen`(width: Int) async throws {
    for unicode in [true, false] {
      let context = try context(TerminalProfile(width: width, unicode: unicode))
      let drawn = Samples.draw(CalendarViews.of(try await report(context), context), context)
      for line in drawn.split(separator: "\n") { #expect(String(line).displayWidth <= width) }
      #expect(drawn.contains("current streak"))
      #expect(unicode || drawn.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  @Test func `notes are listed, and a screen reader is told of the streak`() async throws {
    let context = try context(.screenReader)
    let drawn = Samples.draw(CalendarViews.of(try await report(context), context), context)
    #expect(drawn.contains("21 Nov  Dune"))
    #expect(drawn.contains("The current streak runs from 2026-11-12 to 2026-11-21."))
  }

  @Test func `a product that hides streaks does not mark the current one`() async throws {
    let context = try context(showsStreaks: false)
    let drawn = Samples.draw(CalendarViews.of(try await report(context), context), context)
    #expect(!drawn.contains("streak"))
  }
}
