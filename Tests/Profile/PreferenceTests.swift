import Core
import ProfileContract
import ProfileDomain
import TestKit
import Testing

@Suite struct PreferenceTests {
  @Test func `what holds before anything is chosen`() throws {
    let view = try profile().ask(CurrentProfile())
    #expect(
      view.preferences == [
        .timeZone: "auto", .weekStart: "monday", .dayStart: "00:00", .reducedMotion: "off",
        .appearance: "system", .numbers: "space", .sound: "on", .vibration: "on",
      ]
    )
    #expect(!view.reducedMotion)
  }

  @Test(arguments: [
    (Preference.timeZone, "Asia/Tokyo", "Asia/Tokyo"), (.timeZone, "AUTO", "auto"),
    (.timeZone, "UTC", "UTC"), (.weekStart, "Sun", "sunday"), (.weekStart, "SATURDAY", "saturday"),
    (.dayStart, "4:00", "04:00"), (.dayStart, "04:30", "04:30"), (.dayStart, "6:00", "06:00"),
    (.dayStart, "00:05", "00:05"), (.dayStart, "4am", "04:00"), (.dayStart, "4:30 AM", "04:30"),
    (.dayStart, "12am", "00:00"), (.dayStart, "12:15am", "00:15"), (.reducedMotion, "YES", "on"),
    (.reducedMotion, "on", "on"), (.appearance, "DARK", "dark"), (.appearance, "light", "light"),
    (.numbers, "COMMA", "comma"), (.numbers, "space-comma", "space-comma"),
    (.sound, "false", "off"), (.sound, "Off", "off"), (.vibration, "no", "off"),
    (.vibration, "true", "on"),
  ])
  func `a preference is kept in one form however it is typed`(
    preference: Preference,
    typed: String,
    kept: String
  ) throws {
    let harness = try profile()
    #expect(try harness.set(preference, typed).preferences[preference] == kept)
    let facts = harness.facts.count
    try harness.set(preference, kept)
    #expect(harness.facts.count == facts)
  }

  @Test(arguments: [
    (Preference.timeZone, "Europe/Atlantis", "unknown-time-zone"),
    (.timeZone, "", "unknown-time-zone"), (.timeZone, "../etc/passwd", "unknown-time-zone"),
    (.weekStart, "someday", "bad-weekday"), (.weekStart, "", "bad-weekday"),
    (.weekStart, "m", "bad-weekday"), (.dayStart, "06:01", "bad-day-start"),
    (.dayStart, "24:00", "bad-day-start"), (.dayStart, "4", "bad-day-start"),
    (.dayStart, "4:5", "bad-day-start"), (.dayStart, "04:60", "bad-day-start"),
    (.dayStart, "-1:00", "bad-day-start"), (.dayStart, "04:+5", "bad-day-start"),
    (.dayStart, "+4:00", "bad-day-start"), (.dayStart, "04:00:00", "bad-day-start"),
    (.dayStart, "4pm", "bad-day-start"), (.dayStart, "7am", "bad-day-start"),
    (.dayStart, "0am", "bad-day-start"), (.dayStart, "am", "bad-day-start"),
    (.dayStart, "13:00am", "bad-day-start"),
    (.appearance, "", "bad-appearance"), (.appearance, "night", "bad-appearance"),
    (.numbers, "", "bad-numbers"), (.numbers, ";", "bad-numbers"),
    (.reducedMotion, "maybe", "bad-switch"), (.sound, "1", "bad-switch"),
    (.vibration, "", "bad-switch"),
  ])
  func `what cannot be is refused and changes nothing`(
    preference: Preference,
    value: String,
    code: String
  ) throws {
    let harness = try profile()
    let refusal = #expect(throws: DomainError.self) { try harness.set(preference, value) }
    #expect(refusal?.code == code)
    #expect(harness.facts.isEmpty)
  }

  @Test(arguments: [
    (Preference.timeZone, "Europe/vienna", "Europe/Vienna"),
    (.weekStart, "someday", "monday … sunday"), (.dayStart, "09:00", "00:00 … 06:00"),
    (.sound, "loud", "sound is either on or off"),
  ])
  func `a refusal repeats what was typed and says what can be`(
    preference: Preference,
    value: String,
    words: String
  ) throws {
    let refusal = #expect(throws: DomainError.self) { try profile().set(preference, value) }
    #expect(refusal?.message.contains(value) == true)
    #expect(refusal?.message.contains(words) == true)
  }

  @Test func `who wants less movement gets it`() throws {
    #expect(try profile().set(.reducedMotion, "on").reducedMotion)
  }

  @Test func `every change is told once`() throws {
    let harness = try profile()
    try harness.set(.sound, "off")
    try harness.set(.sound, "off")
    try harness.set(.sound, "on")
    #expect(harness.changes.count { $0 is ProfileChanged } == 2)
    #expect(ProfileChanged.privacy == .countable)
  }
}

@Suite struct CalendarTests {
  @Test func `without a choice the machine's zone holds, also when it moves`() throws {
    let harness = try profile()
    #expect(try harness.day("2026-03-12T23:30:00Z") == "2026-03-13")
    harness.calendar.zone = try Zone(identifier: "Pacific/Honolulu")
    #expect(try harness.day("2026-03-12T23:30:00Z") == "2026-03-12")
  }

  @Test func `a chosen zone holds wherever the machine is, until auto is chosen`() throws {
    let harness = try profile()
    let view = try harness.set(.timeZone, "Asia/Tokyo")
    #expect(view.calendar.zone.identifier == "Asia/Tokyo")
    harness.calendar.zone = try Zone(identifier: "Pacific/Honolulu")
    #expect(try harness.day("2026-03-12T16:00:00Z") == "2026-03-13")
    try harness.set(.timeZone, "auto")
    #expect(try harness.day("2026-03-12T16:00:00Z") == "2026-03-12")
  }

  @Test func `a zone this machine does not know is kept as it was given`() throws {
    let harness = try profile()
    let fact = PreferenceSet(key: "time-zone", value: "Mars/Olympus", on: try day("2026-03-12"))
    try harness.given(fact)
    let view = try harness.ask(CurrentProfile())
    #expect(view.preferences[.timeZone] == "Mars/Olympus")
    #expect(view.calendar.zone.identifier == "Europe/Vienna")
  }

  @Test(arguments: [
    ("monday", "2026-03-16"), ("sunday", "2026-03-15"), ("thursday", "2026-03-19"),
    ("friday", "2026-03-13"),
  ])
  func `weeks begin on the chosen day`(weekday: String, first: String) throws {
    let harness = try profile()
    let calendar = try harness.set(.weekStart, weekday).calendar
    #expect(calendar.startOfWeek(try day("2026-03-19")).description == first)
    // The week in which it was chosen began on a Monday, as all before it.
    let before = weekday == "thursday" ? "2026-03-11" : "2026-03-12"
    #expect(calendar.startOfWeek(try day(before)).description == "2026-03-09")
    try harness.reopenFromSnapshot()
    #expect(try harness.ask(CurrentCalendar()) == calendar)
  }

  @Test func `weeks of the past are mended by choosing their first day from then on`() throws {
    let harness = try profile()
    try harness.set(.weekStart, "sunday")
    let from = try day("2026-01-01")
    let mend = SetPreference(preference: .weekStart, value: "sunday", from: from)
    let calendar = try harness.when(mend).calendar
    #expect(calendar.startOfWeek(try day("2026-03-12")).description == "2026-03-08")
    let count = harness.facts.count
    try harness.when(mend)
    #expect(harness.facts.count == count)
  }

  @Test func `only the first day of the week holds from a day, and none from a day to come`() throws
  {
    let harness = try profile()
    func refused(_ preference: Preference, _ value: String, _ from: String) throws -> String? {
      let from = try day(from)
      return #expect(throws: DomainError.self) {
        try harness.when(SetPreference(preference: preference, value: value, from: from))
      }?.code
    }
    #expect(try refused(.sound, "off", "2026-03-01") == "not-dated")
    #expect(try refused(.weekStart, "sunday", "2026-03-13") == "day-in-future")
    #expect(harness.facts.isEmpty)
  }

  @Test(arguments: [
    // Times in Vienna, one hour ahead of UTC; the start of the day was set on the 12th.
    ("2026-03-11T01:30:00Z", "2026-03-11"), ("2026-03-12T01:30:00Z", "2026-03-12"),
    ("2026-03-13T02:59:59Z", "2026-03-12"), ("2026-03-13T03:00:00Z", "2026-03-13"),
  ])
  func `a later start of the day holds from the day it is set`(
    moment: String,
    expected: String
  ) throws {
    let harness = try profile()
    try harness.set(.dayStart, "04:00")
    #expect(try harness.day(moment) == expected)
  }

  @Test func `setting the same start again does not move the day it holds from`() throws {
    let harness = try profile()
    try harness.set(.dayStart, "04:00")
    harness.now = try at("2026-03-20T12:00:00Z")
    try harness.set(.dayStart, "4:00")
    #expect(harness.facts.count == 1)
    #expect(try harness.day("2026-03-13T02:30:00Z") == "2026-03-12")
  }

  @Test func `set in the small hours it leaves the day that has begun`() throws {
    let harness = try profile("2026-03-12T01:30:00Z")
    try harness.set(.dayStart, "04:00")
    #expect(try harness.day("2026-03-12T01:30:01Z") == "2026-03-12")
    #expect(try harness.day("2026-03-13T01:30:00Z") == "2026-03-12")
  }
}
