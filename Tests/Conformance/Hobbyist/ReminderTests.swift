import Driver
import Testing

/// Reminders and preferences.
@Suite struct ReminderTests {
  private func ada() throws -> Life {
    let ada = try Life("hobbyist", zone: "Europe/Berlin", at: "2026-03-02T08:00:00Z")
    try ada.ask("add", "Draw")
    return ada
  }

  private func kinds(_ ada: Life, at instant: String) throws -> [String] {
    try ada.at(instant)
    return try ada.ask("inbox").items().texts("kind")
  }

  @Test(arguments: [
    ("reminders", "off"), ("sound", "off"), ("vibration", "off"), ("reduced-motion", "on"),
    ("week-start", "sunday"), ("time-zone", "Asia/Tokyo"), ("quiet-hours", "22:00-07:00"),
    ("notice-at-risk", "off"), ("day-start", "03:00"), ("telemetry", "off"),
  ])
  func `H-15 every preference can be seen and changed`(key: String, value: String) throws {
    let ada = try ada()
    func current() throws -> String? {
      try ada.ask("settings").items().first { $0.text("key") == key }?.text("value")
    }
    #expect(try current() != value)
    try ada.ask("settings", key, value)
    #expect(try current() == value)
    #expect(try ada.see("settings").contains(key))
  }

  @Test func `H-15 the week begins on the day that was chosen`() throws {
    let ada = try ada()
    try ada.ask("edit", "Draw", "--every", "weekly")
    try ada.at("2026-03-07T12:00:00Z")
    try ada.ask("check", "Draw")
    try ada.at("2026-03-08T12:00:00Z")
    #expect(try ada.ask("check", "Draw").number("streak") == 1)
    try ada.ask("settings", "week-start", "sunday")
    #expect(try ada.ask("streaks").item("Draw").number("current") == 2)
  }

  @Test func `H-16 a reminder comes at its time, once`() throws {
    let ada = try ada()
    try ada.ask("remind", "Draw", "19:00")
    #expect(try kinds(ada, at: "2026-03-02T17:59:59Z").isEmpty)
    for instant in ["2026-03-02T18:00:00Z", "2026-03-02T18:00:30Z", "2026-03-02T20:00:00Z"] {
      #expect(try kinds(ada, at: instant) == ["reminder"])
    }
    #expect(try ada.see("inbox").contains("Draw"))
    #expect(try kinds(ada, at: "2026-03-03T18:00:00Z") == ["reminder", "reminder"])
  }

  @Test func `H-16 a changed time holds from then on`() throws {
    let ada = try ada()
    try ada.ask("remind", "Draw", "19:00")
    try ada.ask("remind", "Draw", "off")
    try ada.ask("remind", "Draw", "20:30")
    #expect(try kinds(ada, at: "2026-03-02T19:29:00Z").isEmpty)
    #expect(try kinds(ada, at: "2026-03-02T19:30:00Z") == ["reminder"])
    try ada.ask("remind", "Draw", "off")
    #expect(try kinds(ada, at: "2026-03-04T22:00:00Z").count == 1)
  }

  @Test func `H-16 what is done needs no reminder, and weekdays can be chosen`() throws {
    let ada = try ada()
    try ada.ask("remind", "Draw", "19:00", "--on", "mon,wed")
    try ada.ask("check", "Draw")
    #expect(try kinds(ada, at: "2026-03-02T18:30:00Z").isEmpty)
    #expect(try !kinds(ada, at: "2026-03-03T18:30:00Z").contains("reminder"))
    #expect(try kinds(ada, at: "2026-03-04T18:30:00Z").filter { $0 == "reminder" }.count == 1)
  }

  @Test func `H-16 the time is the wall clock's, on both sides of a change of the clocks`() throws {
    let ada = try ada()
    try ada.at("2026-03-28T08:00:00Z")
    try ada.ask("remind", "Draw", "19:00")
    #expect(try kinds(ada, at: "2026-03-28T17:59:00Z").isEmpty)
    #expect(try kinds(ada, at: "2026-03-28T18:00:00Z").count == 1)
    #expect(try kinds(ada, at: "2026-03-29T16:59:00Z").count == 1)
    #expect(try kinds(ada, at: "2026-03-29T17:00:00Z").count == 2)
  }

  @Test func `H-17 one switch stops all reminders at once, and keeps their times`() throws {
    let ada = try ada()
    try ada.ask("remind", "Draw", "19:00")
    try ada.at("2026-03-02T17:59:59Z")
    #expect(try ada.ask("reminders", "off").flag("on") == false)
    #expect(try kinds(ada, at: "2026-03-03T08:00:00Z").isEmpty)
    #expect(try ada.ask("reminders", "on").flag("on") == true)
    #expect(try kinds(ada, at: "2026-03-03T18:00:00Z") == ["reminder"])
  }

  @Test func `H-18 where nothing can knock, all works, and how to see notices is told`() throws {
    let ada = try ada()
    let told = try ada.see("remind", "Draw", "19:00")
    #expect(told.contains("trellis inbox"))
    #expect(try ada.see("reminders").contains("trellis inbox --new"))
    try ada.ask("check", "Draw")
    #expect(try ada.ask("today").number("done") == 1)
  }
}
