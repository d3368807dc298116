import Core
import Testing
import TrackingContract

@testable import TrackingFormats

struct BeaverTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func read(_ json: String) throws -> ImportedHistory {
    try ImportReader.read(path: scratch.write("beaver.json", json))
  }

  @Test func `records, skips and texts are kept`() throws {
    let history = try read(
      """
      {"user_email": "a@example.org", "exported_at": "2026-01-01 00:00:00", "habits": [
        {"name": "Read", "id": "a1", "tags": ["mind", "evening"], "star": true, "records": [
          {"day": "2026-01-01", "done": true}, {"day": "2026-01-02", "done": false},
          {"day": "2026-01-03", "done": true, "text": "ill #skip"},
          {"day": "2026-01-04", "done": false, "text": "no time"},
          {"day": "2026-01-05", "done": true, "text": "#skipping\\nwas fun"}]}]}
      """
    )
    let read = try history.habit("Read")
    #expect(read.key == "id:a1")
    #expect(read.details.group == "mind")
    #expect(read.details.priority == .high)
    #expect(read.entries.map(\.entry.mark) == [.done, .missed, .skipped, .missed, .done])
    #expect(read.entry("2026-01-04")?.note == "no time")
    #expect(read.entry("2026-01-05")?.note == "#skipping\nwas fun")
    #expect(history.remarks.contains { $0.contains("several tags") && $0.contains("'evening'") })
    #expect(history.remarks.contains { $0.contains("active habits only") })
  }

  @Test func `texts of any length and any number of marks are kept in part, with short words`()
    throws
  {
    let marked = "a" + String(repeating: "\u{0300}", count: 100_000)
    let long = String(repeating: "b", count: 100_000)
    for name in [marked, long] {
      let history = try read(
        """
        {"habits": [{"name": "\(name)", "id": "\(name)", "records": [
          {"day": "2026-01-01", "done": true, "text": "\(name)"}]}]}
        """
      )
      let habit = try #require(history.habits.first)
      #expect(habit.details.title.utf8.count <= 16 * (HabitDetails.maxTitleLength + 1) * 2)
      #expect(habit.key.utf8.count < 1000)
      #expect((habit.entry("2026-01-01")?.note.utf8.count ?? 0) < 100_000)
      #expect(!history.remarks.isEmpty)
      #expect(history.remarks.allSatisfy { $0.utf8.count < 2000 })
    }
  }

  @Test func `storage keeps its order, its archived habits, and drops the deleted`() throws {
    let history = try read(
      """
      {"data": {"habits": [
        {"name": "A", "id": "a", "tags": [], "records": []},
        {"name": "B", "id": "b", "tags": [], "records": [], "status": "archive"},
        {"name": "C", "id": "c", "tags": [], "records": [], "status": "soft_delete"},
        {"name": "D", "tags": [], "records": [], "chips": ["x"]}], "order": ["b", "a"]}}
      """
    )
    #expect(history.habits.map(\.details.title) == ["B", "A", "D"])
    #expect(history.habits.map(\.details.position) == [0, 1, 2])
    #expect(history.habits.map(\.details.archived) == [true, false, false])
    #expect(history.habits.last?.key == "name:D")
    #expect(history.remarks.contains { $0.contains("'C' is deleted") })
    #expect(history.remarks.contains { $0.contains("'D': its chips") })
  }

  @Test(arguments: [
    ("D", 1, 1, "daily", false), ("D", 5, 2, "2/5days", false), ("W", 1, 3, "3/week", false),
    ("M", 1, 4, "4/month", false), ("W", 2, 3, "3/14days", true), ("M", 3, 1, "1/91days", true),
    ("Y", 1, 12, "12/365days", true), ("Q", 1, 1, "daily", true), ("W", 1, 9, "daily", true),
    ("D", 0, 0, "daily", true),
  ])
  func `periods become schedules`(
    type: String,
    count: Int,
    times: Int,
    schedule: String,
    isRemarked: Bool
  ) throws {
    let history = try read(
      """
      {"habits": [{"name": "A", "id": "a", "tags": [], "records": [], "period":
        {"period_type": "\(type)", "period_count": \(count), "target_count": \(times)}}]}
      """
    )
    #expect(try history.habit("A").details.schedule.description == schedule)
    #expect(history.remarks.isEmpty != isRemarked)
  }

  @Test func `what is wrong is told with habit and record`() throws {
    let path = try scratch.write(
      "b.json",
      """
      {"habits": [{"name": "A", "id": "a", "records": [{"day": "2026-01-01", "done": true},
        {"day": "2026-02-30", "done": true}]}]}
      """
    )
    #expect(refusal(path).hasPrefix("b.json, the habit 'A', record 2: '2026-02-30' is not a day"))
    let other = try scratch.write(
      "b.json",
      #"{"data": {"habits": [{"name": "A"}, {"name": "B", "records": [{"done": 1}]}]}}"#
    )
    #expect(refusal(other).hasPrefix("b.json, data, habit 2, record 1"))
  }
}
