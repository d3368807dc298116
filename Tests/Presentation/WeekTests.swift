import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import Testing
import TrackingContract

@testable import TrackingPresentation

@Suite struct WeekTests {
  private func report(
    _ profile: TerminalProfile = .file
  ) async throws -> (WeekReport, CommandContext) {
    let context = try Samples.context(profile, replies: [DaysOfHabits.name: Samples.week])
    return (try await WeekReport.load(context), context)
  }

  @Test func `the document shows seven days of each habit, today last`() async throws {
    let document = try Parsed(WeekDocument(try await report().0))
    let days: [String] = try #require(document["days"])
    #expect(days.count == 7)
    #expect(days.last == Samples.today.description)
    for item in try document.items() {
      #expect(item.keys.isSuperset(of: ["id", "title", "group", "color", "cells"]))
      let cells = try item.items("cells")
      #expect(cells.map { $0["day"] ?? "" } == days)
    }
  }

  @Test func `each cell says how its day went`() async throws {
    let rows = try Parsed(WeekDocument(try await report().0)).items().map { item in
      try item.items("cells").map { $0["status"] ?? "" }
    }
    #expect(rows[1] == ["missed", "done", "missed", "done", "done", "done", "open"])
    #expect(rows[2][4] == "protected")
    #expect(rows[3] == ["notDue", "missed", "notDue", "missed", "notDue", "notDue", "notDue"])
    #expect(rows[4][2] == "skipped")
  }

  @Test(arguments: [40, 80, 200])
  func `the week fits the screen`(width: Int) async throws {
    for unicode in [true, false] {
      let (report, context) = try await report(TerminalProfile(width: width, unicode: unicode))
      let drawn = Samples.draw(WeekViews.of(report, context), context)
      for line in drawn.split(separator: "\n") { #expect(String(line).displayWidth <= width) }
      #expect(drawn.contains("Mind\n"))
      #expect(drawn.contains("17 done in these seven days."))
      #expect(unicode || drawn.utf8.allSatisfy { $0 < 0x80 })
    }
  }

  @Test func `streaks stand behind the week where there is room`() async throws {
    let (report, context) = try await report()
    #expect(Samples.draw(WeekViews.of(report, context), context).contains("🔥 12 days"))
  }

  @Test func `a screen reader gets a sentence for each habit`() async throws {
    let (report, context) = try await report(.screenReader)
    let drawn = Samples.draw(WeekViews.of(report, context), context)
    #expect(
      drawn.contains(
        "Meditate: Sun missed, Mon done, Tue missed, Wed done, Thu done, Fri done, Sat open."
      )
    )
  }
}
