import Core
import Presentation
import Products
import SobrietyContract
import TestKit
import Testing
import TrackingContract

/// The calendar to which programs subscribe.
@Suite struct CalendarTests {
  /// 2026-03-02.
  private let today = Day(number: 20_514)

  private func lines(_ space: OpenSpace) async throws -> [String] {
    let text = try await DayExport.calendar(space.page)
    #expect(text.hasSuffix("\r\n"))
    return text.split(separator: "\r\n").map(String.init)
  }

  @Test func `it has an entry for each done day of the last twelve months, and no notes`()
    async throws
  {
    let space = try await OpenSpace.open(.hobbyist, [], on: today)
    let habit = try await space.page.send(CreateHabit(details: HabitDetails(title: "Read, aloud")))
      .id
    for ago in [0, 1, 6] {
      try await space.page.send(
        SetCheck(habit: habit, day: today.advanced(by: -ago), mark: .done, note: "secret")
      )
    }
    try await space.page.send(SetCheck(habit: habit, day: today.advanced(by: -2), mark: .skipped))
    let lines = try await lines(space)
    #expect(lines.filter { $0 == "SUMMARY:Read\\, aloud" }.count == 3)
    #expect(lines.filter { $0.hasPrefix("UID:\(habit)-") }.count == 3)
    #expect(lines.contains("DTSTART;VALUE=DATE:20260302"))
    #expect(lines.contains("REFRESH-INTERVAL;VALUE=DURATION:PT1H"))
    #expect(lines.contains("NAME:Hobbyist"))
    #expect(!lines.contains { $0.contains("secret") })
    // The same days give the same bytes, whenever they are asked for.
    let again = try await self.lines(space)
    #expect(again == lines)
    await space.close()
    let later = try await OpenSpace.open(.hobbyist, [], on: today)
    #expect(try await self.lines(later).filter { $0 == "BEGIN:VEVENT" }.isEmpty)
    #expect(try await self.lines(later).contains("BEGIN:VTIMEZONE"))
    await later.close()
  }

  @Test func `a year and a day ago is not in it`() async throws {
    let habit = HabitID(rawValue: 9)
    let stamp = HybridTimestamp(
      clock: HybridTime(milliseconds: 1_700_000_000_000),
      device: DeviceID(rawValue: 2)
    )
    let created = HabitCreated(
      habit: habit,
      details: HabitDetails(title: "Read"),
      on: today.advanced(by: -500),
      at: Instant(seconds: 1_700_000_000)
    )
    let days = [-366, -365, -364]
    let checks = days.map { ago in
      StampedFact(
        CheckSet(habit: habit, day: today.advanced(by: ago), entry: Entry(mark: .done)),
        stamp
      )
    }
    let space = try await OpenSpace.open(
      .hobbyist,
      [StampedFact(created, stamp)] + checks,
      on: today
    )
    #expect(try await lines(space).filter { $0 == "BEGIN:VEVENT" }.count == 2)
    await space.close()
  }

  @Test func `sober days are not called what they are`() async throws {
    let space = try await OpenSpace.open(.sober, [], on: today)
    try await space.page.send(MarkDay(status: .sober))
    try await space.page.send(MarkDay(day: today.advanced(by: -1), status: .notSober, drinks: 3))
    let text = try await lines(space).joined(separator: "\n")
    #expect(text.contains("SUMMARY:A day kept"))
    #expect(text.split(separator: "\n").filter { $0 == "BEGIN:VEVENT" }.count == 1)
    for word in ["lcohol", "ober", "drink"] {
      #expect(!text.contains(word), "\(text)")
    }
    await space.close()
  }
}
