import Testing

@testable import Core
@testable import TimeZones

@Suite struct LocalCalendarTests {
  private func instant(_ text: String) throws -> Instant {
    try #require(Instant(rfc3339: text))
  }

  private func calendar(_ minutes: Int = 0, since: String = "2026-01-10") throws -> LocalCalendar {
    let since = try #require(Day(since))
    let dayStart = try #require(DayStart(minutes: minutes, since: since))
    return LocalCalendar(zone: try SampleFolder.vienna(), dayStart: dayStart)
  }

  @Test(arguments: [
    ("2026-01-09T22:59:59Z", "2026-01-09"), ("2026-01-09T23:00:00Z", "2026-01-10"),
    ("2026-07-09T21:59:59.999Z", "2026-07-09"), ("2026-07-09T22:00:00Z", "2026-07-10"),
    ("1969-12-31T23:00:00Z", "1970-01-01"), ("1969-12-31T22:59:59.999Z", "1969-12-31"),
  ])
  func `a day begins at local midnight`(moment: String, day: String) throws {
    #expect(try calendar().day(at: instant(moment)).description == day)
  }

  @Test(arguments: [
    // Days before the setting started at midnight and remain so.
    ("2026-01-08T23:30:00Z", "2026-01-09"),
    // The day of the setting had started at midnight and keeps its first hours.
    ("2026-01-09T23:30:00Z", "2026-01-10"), ("2026-01-10T02:30:00Z", "2026-01-10"),
    // After that the night belongs to the day before.
    ("2026-01-10T23:30:00Z", "2026-01-10"), ("2026-01-11T01:59:59Z", "2026-01-10"),
    ("2026-01-11T02:00:00Z", "2026-01-11"), ("2026-01-12T01:59:59Z", "2026-01-11"),
  ])
  func `a later start counts from the day it was set`(moment: String, day: String) throws {
    #expect(try calendar(180).day(at: instant(moment)).description == day)
  }

  @Test(arguments: [0, 1, 30, 150, 180, 360])
  func `a day's start is its first instant, also when clocks change`(minutes: Int) throws {
    let calendar = try calendar(minutes)
    for first in ["2026-01-01", "2026-03-20", "2026-10-15"] {
      let first = try #require(Day(first))
      for day in first...first.advanced(by: 20) {
        let start = calendar.start(of: day)
        #expect(calendar.day(at: start) == day)
        #expect(calendar.day(at: start.advanced(byMilliseconds: -1)) == day.advanced(by: -1))
        let length = calendar.start(of: day.advanced(by: 1)).seconds - start.seconds
        #expect((82_800 - 21_600...90_000 + 21_600).contains(length))
      }
    }
  }

  @Test func `the days on which clocks change have 23 and 25 hours`() throws {
    let calendar = try calendar()
    for (text, hours) in [("2026-03-28", 24), ("2026-03-29", 23), ("2026-10-25", 25)] {
      let day = try #require(Day(text))
      let next = calendar.start(of: day.advanced(by: 1))
      #expect(next.seconds - calendar.start(of: day).seconds == Int64(hours) * 3600)
    }
  }

  @Test func `a start in the gap is the first instant after it`() throws {
    let calendar = try calendar(150)
    let day = try #require(Day("2026-03-29"))
    #expect(calendar.start(of: day) == (try instant("2026-03-29T01:00:00Z")))
  }

  @Test func `a midnight that clocks skip begins the day after the gap`() throws {
    let file = SampleTZif(footer: "<-04>4<-03>,M9.1.6/24,M4.1.6/24").bytes
    let folder = try SampleFolder(["Test/Midnight": file])
    defer { folder.remove() }
    let zone = try Zone(identifier: "Test/Midnight", in: ZoneDatabase(folder: folder.path))
    let calendar = LocalCalendar(zone: zone)
    // On Saturday at 24:00 clocks go forward to 01:00 on 6 September.
    let day = try #require(Day("2026-09-06"))
    #expect(calendar.start(of: day).rfc3339(in: zone) == "2026-09-06T01:00:00-03:00")
    #expect(calendar.day(at: calendar.start(of: day).advanced(bySeconds: -1)) < day)
    // On Saturday at 24:00 clocks go back to 23:00: 4 April has 25 hours.
    let long = try #require(Day("2026-04-04"))
    let next = calendar.start(of: long.advanced(by: 1))
    #expect(next.seconds - calendar.start(of: long).seconds == 90_000)
    #expect(calendar.day(at: next.advanced(bySeconds: -1)) == long)
  }

  @Test func `a start within the repeated hour begins the day once`() throws {
    let calendar = try calendar(150)
    let day = try #require(Day("2026-10-25"))
    #expect(calendar.start(of: day) == (try instant("2026-10-25T02:30:00+02:00")))
    #expect(calendar.day(at: try instant("2026-10-25T02:29:59+02:00")) == day.advanced(by: -1))
    #expect(calendar.day(at: try instant("2026-10-25T02:35:00+02:00")) == day)
    #expect(calendar.day(at: try instant("2026-10-25T02:05:00+01:00")) == day)
    #expect(calendar.day(at: try instant("2026-10-25T02:45:00+01:00")) == day)
  }

  @Test func `a day starts between midnight and six`() {
    let since = Day(number: 0)
    #expect(DayStart(minutes: 360, since: since) != nil)
    #expect(DayStart(minutes: 361, since: since) == nil)
    #expect(DayStart(minutes: -1, since: since) == nil)
  }

  @Test func `weeks begin on the person's weekday`() throws {
    var calendar = try calendar()
    let thursday = try #require(Day("2026-01-01"))
    #expect(calendar.startOfWeek(thursday).description == "2025-12-29")
    calendar.weekStart = .sunday
    #expect(calendar.startOfWeek(thursday).description == "2025-12-28")
    calendar.weekStart = .thursday
    #expect(calendar.startOfWeek(thursday) == thursday)
  }
}
