import Core
import Testing

@Suite struct WeeksTests {
  private func weeks(_ starts: [(Weekday, String?)]) throws -> Weeks {
    let starts = try starts.map { weekday, from in
      Weeks.Start(weekday, from: try from.map { try #require(Day($0)) })
    }
    return try #require(Weeks(starts))
  }

  private func week(_ weeks: Weeks, _ day: String) throws -> String {
    let days = weeks.days(around: try #require(Day(day)))
    return "\(days.lowerBound)…\(days.upperBound)"
  }

  // 2026-03-12 is a Thursday.
  @Test(arguments: [
    ("2026-03-08", "2026-03-02…2026-03-08"), ("2026-03-09", "2026-03-09…2026-03-14"),
    ("2026-03-14", "2026-03-09…2026-03-14"), ("2026-03-15", "2026-03-15…2026-03-21"),
    ("2026-03-22", "2026-03-22…2026-03-28"),
  ])
  func `a new first day leaves the weeks before it, and cuts the last of them short`(
    day: String,
    expected: String
  ) throws {
    let weeks = try weeks([(.monday, nil), (.sunday, "2026-03-12")])
    #expect(try week(weeks, day) == expected)
    #expect(weeks.first == .sunday)
  }

  @Test func `one that holds from a day on which it falls begins on that day`() throws {
    let weeks = try weeks([(.monday, nil), (.thursday, "2026-03-12")])
    #expect(try week(weeks, "2026-03-11") == "2026-03-09…2026-03-11")
    #expect(try week(weeks, "2026-03-12") == "2026-03-12…2026-03-18")
  }

  @Test func `one that was replaced before a week began on it changes nothing`() throws {
    let weeks = try weeks([(.monday, nil), (.sunday, "2026-03-10"), (.monday, "2026-03-12")])
    for day in ["2026-03-11", "2026-03-15"] {
      #expect(try week(weeks, day) == "2026-03-09…2026-03-15")
    }
  }

  @Test func `first days that do not ascend are none`() throws {
    let (early, late) = (Day(number: 10), Day(number: 20))
    #expect(Weeks([]) == nil)
    #expect(Weeks([Weeks.Start(.monday, from: early)]) == nil)
    #expect(Weeks([Weeks.Start(.monday), Weeks.Start(.sunday)]) == nil)
    let falling = [Weeks.Start(.monday), Weeks.Start(.sunday, from: late)]
    #expect(Weeks(falling + [Weeks.Start(.friday, from: early)]) == nil)
  }

  @Test func `a calendar is read back with its weeks`() throws {
    let weeks = try weeks([(.monday, nil), (.sunday, "2026-03-12")])
    for calendar in [LocalCalendar(zone: .utc, weeks: weeks), LocalCalendar(zone: .utc)] {
      let text = try JSON.encode(calendar)
      #expect(try JSON.decode(LocalCalendar.self, from: text) == calendar)
    }
  }
}
