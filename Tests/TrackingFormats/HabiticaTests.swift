import Core
import Testing
import TrackingContract

@testable import TrackingFormats

struct HabiticaTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Milliseconds at noon UTC, so many days after 2026-01-01.
  private func noon(_ days: Int, hours: Int = 0) -> Int {
    (20_454 + days) * 86_400_000 + (12 + hours) * 3_600_000
  }

  private func read(
    _ tasks: String,
    preferences: String = "{}",
    zone: Zone? = nil
  ) throws -> ImportedHistory {
    let text = "{\"preferences\": \(preferences), \"tags\": [{\"id\": \"t\", \"name\": \"Body\"}], "
    return try ImportReader.read(
      path: scratch.write("userdata.json", "\(text)\"tasks\": \(tasks)}"),
      zone: zone
    )
  }

  @Test func `dailies bring their days, and what was not done is of the day before`() throws {
    let history = try read(
      """
      {"dailys": [{"_id": "a", "text": "Run", "tags": ["t"], "priority": 2, "frequency": "weekly",
      "everyX": 1, "repeat": {"m": true, "w": true, "su": false}, "createdAt":
      "2025-12-30T10:00:00.000Z", "history": [
      {"date": \(noon(0)), "value": 1, "isDue": true, "completed": true},
      {"date": \(noon(2)), "value": 0, "isDue": true, "completed": false}]}],
      "todos": [{"text": "x"}]}
      """
    )
    let run = try history.habit("Run")
    #expect(history.source == "habitica")
    #expect(run.key == "id:a")
    #expect(run.details.group == "Body")
    #expect(run.details.difficulty == .hard)
    #expect(run.details.schedule == .weekdays([.monday, .wednesday]))
    #expect(run.createdOn?.description == "2025-12-30")
    #expect(run.entries.map(\.day.description) == ["2026-01-01", "2026-01-02"])
    #expect(run.entries.map(\.entry.mark) == [.done, .missed])
    #expect(history.remarks.contains { $0.contains("To-dos") })
  }

  @Test func `sums of what is older than 60 days are no days`() throws {
    let history = try read(
      """
      {"habits": [{"_id": "h", "text": "Water", "up": true, "down": false, "history": [
      {"date": \(noon(-90)), "value": 1, "scoredUp": 40, "scoredDown": 0},
      {"date": \(noon(-1)), "value": 1, "scoredUp": 3}, {"date": \(noon(0)), "value": 1,
      "scoredUp": 1}, {"date": \(noon(1)), "value": 1, "scoredUp": 0, "scoredDown": 1}]}]}
      """
    )
    #expect(
      try history.habit("Water").entries.map(\.entry) == [
        Entry(mark: .done, value: Amount(3)), Entry(mark: .done), Entry(mark: .missed),
      ]
    )
    #expect(history.remarks.contains { $0.contains("older than 60 days") })
  }

  @Test func `what was scored down is kept, also on a day with both`() throws {
    let history = try read(
      """
      {"habits": [{"_id": "h", "text": "Sweets", "up": true, "down": true, "history": [
      {"date": \(noon(0)), "scoredUp": 1, "scoredDown": 0},
      {"date": \(noon(1)), "scoredUp": 3, "scoredDown": 0},
      {"date": \(noon(1, hours: 2)), "scoredUp": 0, "scoredDown": 2},
      {"date": \(noon(2)), "scoredUp": 0, "scoredDown": 2},
      {"date": \(noon(3)), "scoredUp": 0, "scoredDown": 0}]}]}
      """
    )
    #expect(
      try history.habit("Sweets").entries.map(\.entry) == [
        Entry(mark: .done),
        Entry(mark: .done, value: Amount(3), note: "Scored up 3, down 2"),
        Entry(mark: .missed, value: Amount(2)),
      ]
    )
  }

  @Test func `a day begins where and when the person's does`() throws {
    let task = """
      {"dailys": [{"_id": "a", "text": "Run", "frequency": "daily", "everyX": 3, "history": [
      {"date": \(noon(0, hours: 15)), "completed": true}]}]}
      """
    // 03:00 UTC on January 2: 05:00 in Helsinki, January 1 for a day that begins at 6.
    let there = try read(task, preferences: "{\"timezoneOffset\": -120, \"dayStart\": 6}")
    #expect(try there.habit("Run").entries.map(\.day.description) == ["2026-01-01"])
    #expect(try there.habit("Run").details.schedule == .every(days: 3))
    let here = try read(task)
    #expect(try here.habit("Run").entries.map(\.day.description) == ["2026-01-02"])
  }

  /// Habitica says the offset of today alone, and in Berlin clocks were changed on October 25.
  @Test(arguments: [
    ("Europe/Berlin", "2026-10-11"), ("Africa/Lagos", "2026-10-10"), ("Asia/Tokyo", "2026-10-10"),
  ])
  func `a change of clocks moves no day of whoever lives in that zone`(
    zone: String,
    day: String
  ) throws {
    let task = """
      {"dailys": [{"_id": "a", "text": "Run", "frequency": "daily", "history": [
      {"date": "2026-10-10T22:30:00.000Z", "completed": true},
      {"date": "2026-11-10T22:30:00.000Z", "completed": true}]}]}
      """
    let preferences = "{\"timezoneOffset\": -60}"
    let run = try read(task, preferences: preferences, zone: try Zone(identifier: zone))
      .habit("Run")
    #expect(run.entries.map(\.day.description) == [day, "2026-11-10"])
    let elsewhere = try read(task, preferences: preferences).habit("Run")
    #expect(elsewhere.entries.map(\.day.description) == ["2026-10-10", "2026-11-10"])
  }
}
