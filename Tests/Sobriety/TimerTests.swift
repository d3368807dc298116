import Core
import SobrietyContract
import SobrietyDomain
import TestKit
import Testing

@Suite struct TimerTests {
  @Test func `today marked after a day that was not sober starts at the moment of marking`() throws
  {
    let harness = try sober("2026-06-10T08:15:30+02:00")
    try harness.mark(.notSober, "2026-06-09")
    try harness.mark(.sober)
    harness.now = try instant("2026-06-10T20:00:00+02:00")
    let timer = try harness.timer
    #expect(timer.since == (try instant("2026-06-10T08:15:30+02:00")))
    #expect((timer.days, timer.hours, timer.minutes, timer.seconds) == (0, 11, 44, 30))
  }

  @Test func `today marked after a sober day goes on from the start of the run`() throws {
    let harness = try sober("2026-06-10T08:15:30+02:00")
    try harness.mark(.sober)
    harness.now = try instant("2026-06-11T09:00:00+02:00")
    #expect(try !harness.timer.isRunning)
    try harness.mark(.sober)
    harness.now = try instant("2026-06-11T10:15:31+02:00")
    let timer = try harness.timer
    #expect((timer.days, timer.hours, timer.minutes, timer.seconds) == (1, 2, 0, 1))
  }

  @Test func `a first day that was marked later counts from its midnight`() throws {
    let harness = try sober("2026-06-10T08:15:30+02:00")
    try harness.mark(.sober)
    try harness.mark(.sober, "2026-06-09")
    try harness.mark(.sober, "2026-06-08")
    let timer = try harness.timer
    #expect(timer.since == (try instant("2026-06-08T00:00:00+02:00")))
    #expect((timer.days, timer.hours, timer.minutes, timer.seconds) == (2, 8, 15, 30))
  }

  @Test func `it stands at zero while today is not marked sober`() throws {
    let harness = try sober("2026-06-10T08:00:00+02:00")
    try harness.mark(.sober, "2026-06-09")
    for status in [SoberStatus.unmarked, .notSober] {
      try harness.mark(status)
      let timer = try harness.timer
      #expect(!timer.isRunning)
      #expect(timer.elapsed == 0)
    }
  }

  @Test func `taking a day out of the middle moves the start to the day after it`() throws {
    let harness = try sober("2026-06-08T10:00:00+02:00")
    for number in 8...12 {
      harness.now = try instant("2026-06-\(number < 10 ? "0" : "")\(number)T10:00:00+02:00")
      try harness.mark(.sober)
    }
    #expect(try harness.timer.elapsed == 4 * 86_400)
    try harness.mark(.notSober, "2026-06-10")
    // The eleventh was marked on that day itself.
    #expect(try harness.timer.since == (try instant("2026-06-11T10:00:00+02:00")))
    try harness.mark(.sober, "2026-06-10")
    #expect(try harness.timer.elapsed == 4 * 86_400)
  }

  @Test func `marked again after a slip on the same day it starts anew`() throws {
    let harness = try sober("2026-06-10T08:00:00+02:00")
    try harness.mark(.sober)
    harness.now = try instant("2026-06-10T09:00:00+02:00")
    try harness.mark(.sober)
    #expect(try harness.timer.elapsed == 3600)
    try harness.mark(.notSober)
    harness.now = try instant("2026-06-10T10:00:00+02:00")
    try harness.mark(.sober)
    #expect(try harness.timer.elapsed == 0)
  }

  @Test(arguments: [
    // Vienna: clocks go forward on 29 March and back on 25 October 2026.
    ("2026-03-29", "2026-03-30T00:00:00+02:00", 23 * 3600),
    ("2026-10-25", "2026-10-26T00:00:00+01:00", 25 * 3600),
    ("2026-03-28", "2026-03-29T03:00:00+02:00", 26 * 3600),
  ])
  func `real seconds count when clocks change`(first: String, now: String, elapsed: Int) throws {
    let harness = try sober(now)
    let today = harness.calendar.day(at: harness.now)
    for day in try day(first)...today { try harness.mark(.sober, day.description) }
    #expect(try harness.timer.elapsed == Int64(elapsed))
  }

  @Test func `where midnight does not exist the day begins after the gap`() throws {
    // In Cairo, clocks went from 00:00 to 01:00 on 24 April 2026.
    let harness = try sober("2026-04-25T12:00:00+03:00", zone: "Africa/Cairo")
    try harness.mark(.sober, "2026-04-24")
    try harness.mark(.sober)
    #expect(try harness.timer.since == harness.calendar.start(of: try day("2026-04-24")))
    #expect(try harness.timer.elapsed == 35 * 3600)
  }

  @Test func `moving to another zone neither stops the run nor moves its start`() throws {
    let harness = try sober("2026-06-10T08:00:00+02:00")
    try harness.mark(.sober, "2026-06-09")
    try harness.mark(.sober)
    let since = try harness.timer.since
    harness.calendar = LocalCalendar(zone: try Zone(identifier: "America/New_York"))
    harness.now = try instant("2026-06-10T20:00:00-04:00")
    #expect(try harness.timer.since == since)
    #expect(try harness.timer.elapsed == 2 * 86_400 + 2 * 3600)
    // Flying west the evening before repeats the same day, which is already marked.
    harness.now = try instant("2026-06-11T00:30:00-04:00")
    #expect(try !harness.timer.isRunning)
    try harness.mark(.sober)
    #expect(try harness.timer.since == since)
  }

  @Test func `a day that begins at four counts from four`() throws {
    let harness = try sober("2026-06-10T12:00:00+02:00")
    let start = try #require(DayStart(minutes: 240, since: try day("2026-01-01")))
    harness.calendar.dayStart = start
    try harness.mark(.sober, "2026-06-09")
    try harness.mark(.sober)
    #expect(try harness.timer.since == (try instant("2026-06-09T04:00:00+02:00")))
  }

  @Test func `a start that lies ahead, by another device's clock, is no negative time`() throws {
    let harness = try sober("2026-06-10T12:00:00+02:00")
    try harness.mark(.sober)
    harness.now = harness.now.advanced(bySeconds: -600)
    #expect(try harness.timer.elapsed == 0)
  }
}
