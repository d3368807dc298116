import Core
import Testing
import TrackingContract

@testable import TrackingFormats

struct HabitKitTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func read(
    _ completions: [(day: String, amount: Int, note: String)],
    isInverse: Bool = false,
    intervals: String = "",
    rest: String = ""
  ) throws -> ImportedHabit {
    let list = completions.map { completion in
      """
      {"habitId": "a", "date": "\(completion.day)T00:00:00.000Z", "timezoneOffsetInMinutes": 60,
      "amountOfCompletions": \(completion.amount), "note": "\(completion.note)"}
      """
    }
    let text = """
      {"habits": [{"id": "a", "name": "Water", "isInverse": \(isInverse)}], "completions":
      [\(list.joined(separator: ","))], "intervals": [\(intervals)]\(rest)}
      """
    return try ImportReader.read(path: scratch.write("habitkit.json", text)).habit("Water")
  }

  private func interval(
    _ perDay: Int,
    from start: String = "2026-01-01",
    to end: String? = nil,
    type: String = "day",
    times: Int = 1
  ) -> String {
    let end = end.map { "\"\($0)T00:00:00.000Z\"" } ?? "null"
    return """
      {"habitId": "a", "startDate": "\(start)T00:00:00.000Z", "endDate": \(end), "type": "\(type)",
      "requiredNumberOfCompletions": \(times), "requiredNumberOfCompletionsPerDay": \(perDay)}
      """
  }

  @Test func `HabitKit's completions are days of the person`() throws {
    let path = try scratch.write(
      "habitkit.json",
      """
      {"habits": [{"id": "b", "name": "Second", "orderIndex": 1, "isInverse": true},
      {"id": "a", "name": "First", "color": "red", "archived": true, "orderIndex": 0,
      "createdAt": "2025-12-01T00:00:00.000"}], "completions": [
      {"id": "1", "habitId": "a", "date": "2026-01-01T23:30:00.000Z",
      "timezoneOffsetInMinutes": 60, "amountOfCompletions": 2, "note": "n"},
      {"id": "3", "habitId": "gone", "date": "2026-01-05T00:00:00.000"},
      {"id": "2", "habitId": "b", "date": "2026-01-05T00:00:00.000", "amountOfCompletions": 1}]}
      """
    )
    let history = try ImportReader.read(path: path)
    #expect(history.source == "habitkit")
    #expect(history.habits.map(\.details.title) == ["First", "Second"])
    let first = try history.habit("First")
    #expect(first.entry("2026-01-02") == Entry(mark: .done, value: Amount(2), note: "n"))
    #expect(first.details.archived)
    #expect(first.details.color == HabitColor("red"))
    #expect(try history.habit("Second").entry("2026-01-05") == Entry(mark: .missed))
    #expect(history.remarks.contains("1 day was left out for belonging to no habit in the file."))
  }

  @Test(
    arguments: [
      ("\"amber\"", "\"🚰\"", "#f59e0b", "🚰"), ("\"Sky\"", "\"👩‍🚀\"", "#0ea5e9", "👩‍🚀"),
      ("\"#0a0b0c\"", "\"drop\"", "#0a0b0c", nil), ("\"unheard-of\"", "\"\"", "green", nil),
      ("null", "null", "green", nil),
    ] as [(String, String, String, String?)]
  )
  func `a habit keeps its color, and its emoji as its icon`(
    color: String,
    emoji: String,
    expected: String,
    icon: String?
  ) throws {
    let text = """
      {"habits": [{"id": "a", "name": "Water", "color": \(color), "emoji": \(emoji)}],
      "completions": []}
      """
    let history = try ImportReader.read(path: scratch.write("habitkit.json", text))
    let details = try history.habit("Water").details
    #expect(details.color.description == expected)
    #expect(details.icon?.description == icon)
  }

  @Test func `several completions of a day add up`() throws {
    let habit = try read([
      ("2026-05-01", 1, "morning"), ("2026-05-01", 2, ""), ("2026-05-01", 1, "evening"),
      ("2026-05-02", 0, ""), ("2026-05-03", 1, ""),
    ])
    #expect(habit.details.target == nil)
    #expect(
      habit.entries.map(\.entry) == [
        Entry(mark: .done, value: Amount(4), note: "morning\nevening"), Entry(mark: .missed),
        Entry(mark: .done),
      ]
    )
  }

  @Test func `a day with a goal of several completions is done once they are reached`() throws {
    let habit = try read(
      [("2026-05-01", 1, ""), ("2026-05-01", 2, ""), ("2026-05-02", 2, ""), ("2026-05-03", 0, "")],
      intervals: interval(3)
    )
    #expect(habit.details.target == Target(amount: Amount(3), unit: ""))
    #expect(
      habit.entries.map(\.entry) == [
        Entry(mark: .done, value: Amount(3)), Entry(mark: .open, value: Amount(2)),
        Entry(mark: .open, value: Amount(0)),
      ]
    )
  }

  @Test func `days before the goal changed count as they did`() throws {
    let habit = try read(
      [("2026-05-01", 1, ""), ("2026-05-02", 1, ""), ("2026-05-03", 2, "")],
      intervals: interval(2, from: "2026-05-02") + "," + interval(1, to: "2026-05-02")
    )
    #expect(habit.details.target == nil)
    #expect(
      habit.entries.map(\.entry) == [
        Entry(mark: .done), Entry(mark: .open, value: Amount(1)),
        Entry(mark: .done, value: Amount(2)),
      ]
    )
  }

  @Test(arguments: [
    ("week", 3, Schedule.times(3, per: .week)), ("week", 7, Schedule.daily),
    ("month", 4, Schedule.times(4, per: .month)), ("day", 3, Schedule.daily),
    ("none", 1, Schedule.daily),
  ])
  func `the rhythm is that of today's goal`(type: String, times: Int, rhythm: Schedule) throws {
    let earlier = interval(1, to: "2026-05-02", type: "month", times: 9)
    let today = interval(1, from: "2026-05-02", type: type, times: times)
    #expect(try read([], intervals: "\(earlier),\(today)").details.schedule == rhythm)
  }

  @Test func `a day without a slip is none that was missed`() throws {
    let habit = try read(
      [("2026-05-01", 2, ""), ("2026-05-02", 0, "close"), ("2026-05-03", 0, "")],
      isInverse: true,
      intervals: interval(3, type: "week", times: 2)
    )
    #expect(habit.details.target == nil)
    #expect(habit.details.schedule == .daily)
    #expect(
      habit.entries.map(\.entry) == [
        Entry(mark: .missed, value: Amount(2)), Entry(mark: .open, note: "close"),
      ]
    )
  }

  @Test func `a category is the group`() throws {
    let rest = """
      , "categories": [{"id": "c", "name": "Health"}], "categoryMappings":
      [{"habitId": "a", "categoryId": "gone"}, {"habitId": "a", "categoryId": "c"}]
      """
    #expect(try read([], rest: rest).details.group == "Health")
  }
}
