import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// Days that travel east shortened by hours or skipped.
@Suite struct TravelTests {
  /// Marks one of two habits at each moment, under the clock of each zone; returns the days that were
  /// shortened in the end.
  private func shortened(_ marks: [(zone: String, at: String)]) throws -> [String] {
    let harness = try tracking()
    let habits = [try harness.add(), try harness.add("Other")]
    for (place, (zone, moment)) in marks.enumerated() {
      harness.calendar = LocalCalendar(zone: try Zone(identifier: zone))
      harness.now = try at(moment)
      try harness.check(habits[place % 2])
    }
    let days = days(harness)
    try harness.reopenFromSnapshot()
    harness.now = try at("2026-12-31T12:00:00Z")
    try harness.check(habits[0])
    #expect(self.days(harness) == days)
    return days.map(\.description)
  }

  private func days(_ harness: Harness) -> [Day] {
    harness.changes.compactMap { ($0 as? DaysShortened)?.days }.last ?? []
  }

  /// A mark before a journey, one after it, and the day that was lost between them.
  static let journeys: [(String, String, lost: String)] = [
    // Over night from New York: on landing it is Tuesday, which began five hours late.
    ("America/New_York 2026-01-12T23:00:00Z", "Europe/London 2026-01-13T10:00:00Z", "2026-01-13"),
    // From Los Angeles on Monday evening; in Tokyo it is Wednesday, and Tuesday was skipped.
    ("America/Los_Angeles 2026-01-13T04:00:00Z", "Asia/Tokyo 2026-01-13T23:00:00Z", "2026-01-13"),
    // Within one day: the evening in Dubai began early.
    ("Europe/Vienna 2026-01-13T06:00:00Z", "Asia/Dubai 2026-01-13T16:00:00Z", "2026-01-13"),
    // Across the date line.
    ("Pacific/Honolulu 2026-01-13T04:00:00Z", "Etc/GMT-14 2026-01-13T22:00:00Z", "2026-01-13"),
    // Nothing was marked on the day after the flight.
    ("America/New_York 2026-01-12T23:00:00Z", "Europe/London 2026-01-14T10:00:00Z", "2026-01-13"),
    // Eastward before midnight: by the clock of New York it was still Monday.
    ("America/New_York 2026-01-12T20:00:00Z", "Europe/London 2026-01-13T01:00:00Z", "2026-01-12"),
    // West, two hours, summer time, and a week between: nothing was lost.
    ("Europe/London 2026-01-12T20:00:00Z", "America/New_York 2026-01-13T15:00:00Z", ""),
    ("Europe/London 2026-01-12T20:00:00Z", "Europe/Helsinki 2026-01-13T08:00:00Z", ""),
    ("Europe/Vienna 2026-03-28T20:00:00Z", "Europe/Vienna 2026-03-29T08:00:00Z", ""),
    ("America/New_York 2026-01-12T23:00:00Z", "Europe/London 2026-01-20T10:00:00Z", ""),
  ]

  @Test(arguments: journeys)
  func `which day a journey shortens`(left: String, arrived: String, lost: String) throws {
    let marks = [left, arrived].map { $0.split(separator: " ").map(String.init) }
    let days = try shortened(marks.map { ($0[0], $0[1]) })
    #expect(days == (lost.isEmpty ? [] : [lost]))
  }

  @Test func `no seven days have more than two of them`() throws {
    // West every evening and east every morning.
    let marks = (12...24).flatMap { day in
      [
        ("Asia/Tokyo", "2026-01-\(day)T01:00:00Z"),
        ("Europe/Vienna", "2026-01-\(day)T12:00:00Z"),
      ]
    }
    let days = try shortened(marks)
    #expect(days == ["2026-01-13", "2026-01-14", "2026-01-20", "2026-01-21"])
  }

  @Test func `a mark that is made later, imported or taken back shortens nothing`() throws {
    let harness = try tracking("2026-01-12T23:00:00Z", zone: "America/New_York")
    let habit = try harness.add()
    try harness.check(habit)
    harness.calendar = LocalCalendar(zone: try Zone(identifier: "Europe/London"))
    harness.now = try at("2026-01-13T10:00:00Z")
    let (yesterday, today) = (try day("2026-01-12"), try day("2026-01-13"))
    try harness.check(habit, yesterday.advanced(by: -1))
    let entry = Entry(mark: .done, at: harness.now)
    try harness.given(CheckSet(habit: habit.id, day: today, entry: entry, source: "loop"))
    #expect(days(harness).isEmpty)
    try harness.check(habit, nil, .skipped)
    #expect(days(harness) == [today])
    try harness.check(habit, nil, .open)
    #expect(days(harness).isEmpty)
  }

  @Test func `on arrival the lost day is known before the first mark`() throws {
    let harness = try tracking("2026-01-13T04:00:00Z", zone: "America/Los_Angeles")
    let habit = try harness.add()
    try harness.check(habit)
    harness.calendar = LocalCalendar(zone: try Zone(identifier: "Asia/Tokyo"))
    harness.now = try at("2026-01-13T23:00:00Z")
    let lost = [try day("2026-01-13")]
    #expect(try harness.ask(ShortenedDays()) == lost)
    #expect(days(harness).isEmpty)
    try harness.check(habit)
    #expect(try harness.ask(ShortenedDays()) == lost)
    #expect(days(harness) == lost)
    // Whoever stays where they are has lost nothing.
    harness.now = try at("2026-01-15T23:00:00Z")
    #expect(try harness.ask(ShortenedDays()) == lost)
  }

  @Test func `a few hours cost one day, however many are not marked`() throws {
    let journey = [
      ("Europe/Vienna", "2026-01-12T18:00:00Z"), ("Asia/Tokyo", "2026-01-15T03:00:00Z"),
    ]
    #expect(try shortened(journey) == ["2026-01-14"])
  }

  @Test func `with its habit goes what a mark told`() throws {
    let harness = try tracking("2026-01-12T23:00:00Z", zone: "America/New_York")
    let habit = try harness.add()
    let other = try harness.add("Other")
    try harness.check(habit)
    harness.calendar = LocalCalendar(zone: try Zone(identifier: "Europe/London"))
    harness.now = try at("2026-01-13T10:00:00Z")
    try harness.check(other)
    #expect(days(harness).count == 1)
    try harness.when(DeleteHabit(habit: other.id, confirmed: true))
    #expect(days(harness).isEmpty)
  }
}
