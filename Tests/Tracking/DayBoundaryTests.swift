import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// One check per calendar day, regardless of clock changes and travel: H-11, B-11.
@Suite struct DayBoundaryTests {
  @Test(arguments: [
    ("2026-03-12T22:59:59Z", "2026-03-12"), ("2026-03-12T23:00:00Z", "2026-03-13"),
    ("2026-07-12T21:59:59Z", "2026-07-12"), ("2026-07-12T22:00:00Z", "2026-07-13"),
  ])
  func `the day rolls at local midnight`(now: String, day: String) throws {
    let harness = try tracking(now, zone: "Europe/Vienna")
    let habit = try harness.add()
    #expect(try harness.check(habit).day.description == day)
  }

  @Test(arguments: ["2026-03-28", "2026-10-24"])
  func `an hour that is lost or comes twice makes no day more or less`(first: String) throws {
    let first = try day(first)
    let zone = try Zone(identifier: "Europe/Vienna")
    let harness = try tracking(zone: "Europe/Vienna")
    harness.now = zone.instant(on: first, secondOfDay: 0)
    let habit = try harness.add()
    var said: [Day] = []
    let end = zone.instant(on: first.advanced(by: 3), secondOfDay: 0)
    while harness.now < end {
      said.append(try harness.check(habit).day)
      harness.now = harness.now.advanced(bySeconds: 1800)
    }
    #expect(Set(said) == Set(first...first.advanced(by: 2)))
    #expect(said == said.sorted())
    #expect(harness.factNames(from: 1).count == 3)
  }

  @Test func `after a flight west the same date again is the same check`() throws {
    let harness = try tracking("2026-03-12T20:00:00Z", zone: "Asia/Tokyo")
    let habit = try harness.add()
    let day = try harness.check(habit).day
    #expect(day.description == "2026-03-13")
    harness.now = try at("2026-03-13T21:00:00Z")
    harness.calendar.zone = try Zone(identifier: "Pacific/Honolulu")
    #expect(try harness.check(habit).day == day)
    #expect(try harness.ask(EntriesOf(habit: habit.id)).count == 1)
    #expect(try harness.ask(DoneCounts(from: day, to: day)) == [1])
  }

  @Test func `a check keeps its date for ever, also when the person moves`() throws {
    let harness = try tracking("2026-03-12T20:00:00Z", zone: "Asia/Tokyo")
    let habit = try harness.add()
    let checked = try harness.check(habit)
    harness.calendar.zone = try Zone(identifier: "Pacific/Honolulu")
    let there = try harness.ask(CheckOn(habit: habit.id, day: checked.day))
    #expect(there.entry == checked.entry)
    #expect(there.status == .done)
    #expect(try harness.check(habit).day.description == "2026-03-12")
    #expect(try harness.ask(EntriesOf(habit: habit.id)).count == 2)
  }

  @Test(arguments: [
    // When it was set, the day had begun at midnight.
    ("2026-03-10T02:00:00Z", "2026-03-10"), ("2026-03-11T02:00:00Z", "2026-03-10"),
    ("2026-03-12T02:00:00Z", "2026-03-11"), ("2026-03-12T03:59:59Z", "2026-03-11"),
    ("2026-03-12T04:00:00Z", "2026-03-12"), ("2026-03-09T02:00:00Z", "2026-03-09"),
  ])
  func `with a day that starts at four, two in the night belongs to yesterday`(
    now: String,
    day: String
  ) throws {
    let harness = try tracking(now)
    let since = try TrackingTests.day("2026-03-10")
    harness.calendar.dayStart = try #require(DayStart(minutes: 240, since: since))
    let habit = try harness.add()
    #expect(try harness.check(habit).day.description == day)
    #expect(habit.createdOn.description == day)
  }

  @Test func `in the small hours the new date is still to come`() throws {
    let harness = try tracking("2026-03-12T02:00:00Z", policies: Policies { $0.backfillDays = 0 })
    let since = try day("2026-01-01")
    harness.calendar.dayStart = try #require(DayStart(minutes: 240, since: since))
    let habit = try harness.add()
    let early = try refusal { try harness.check(habit, try day("2026-03-12")) }
    #expect(early.code == "day-in-future")
    #expect(try harness.check(habit, try day("2026-03-11")).status == .done)
  }
}
