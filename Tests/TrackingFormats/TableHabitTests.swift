import Core
import Testing
import TrackingContract

@testable import TrackingFormats

struct TableHabitTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func read(_ habits: String, rest: String = "") throws -> ImportedHistory {
    try ImportReader.read(path: scratch.write("t.json", "{\"habits\": [\(habits)]\(rest)}"))
  }

  private func habit(_ fields: String, records: String = "") -> String {
    #"{"create_t": 1767225600, "name": "A", "freq_type": 3, "freq_custom": "[1,1]","#
      + #" "start_date": 20454\#(fields), "records": [\#(records)]}"#
  }

  @Test func `everything about a habit is kept`() throws {
    let history = try read(
      habit(
        #"""
        , "type": 1, "status": 3, "desc": "d", "color": 2, "daily_goal": 5.0,
        "daily_goal_unit": "km", "reminder_quest": "Ran?", "group_id": "g",
        "reminder": "{\"type\":3,\"time\":{\"hour\":7,\"minute\":30},\"extra\":[1,7]}"
        """#
      ),
      rest: #", "groups": [{"uuid": "g", "name": "Body"}]"#
    )
    let habit = try #require(history.habits.first)
    #expect(history.source == "table-habit")
    #expect(habit.key == "created:1767225600:A")
    #expect(habit.createdOn?.description == "2026-01-01")
    #expect(
      habit.details
        == HabitDetails(
          title: "A",
          notes: "d",
          question: "Ran?",
          color: HabitColor(rgb: 0xF44336),
          group: "Body",
          target: Target(amount: Amount(5), unit: "km"),
          archived: true,
          reminders: [ReminderTime(minutes: 450, weekdays: [.monday, .sunday])]
        )
    )
  }

  @Test func `a goal of one is no target, and done with value 0 is not done`() throws {
    let history = try read(
      habit(
        #", "daily_goal": 1, "daily_goal_unit": """#,
        records: """
          {"record_date": 20454, "record_type": 1, "record_value": 1.0, "create_t": 1767260000},
          {"record_date": 20455, "record_type": 1, "record_value": 0},
          {"record_date": 20456, "record_type": 2, "record_value": 0, "reason": "ill"},
          {"record_date": 20457, "record_type": 1, "record_value": 0.5},
          {"record_date": 20458, "record_type": 0, "record_value": 1}
          """
      )
    )
    let habit = try #require(history.habits.first)
    #expect(habit.details.target == nil)
    #expect(
      habit.entry("2026-01-01") == Entry(mark: .done, at: Instant(seconds: 1_767_260_000))
    )
    #expect(habit.entry("2026-01-02") == Entry(mark: .missed))
    #expect(habit.entry("2026-01-03") == Entry(mark: .skipped, note: "ill"))
    #expect(habit.entry("2026-01-04") == Entry(mark: .missed, value: Amount(0.5)))
    #expect(habit.entry("2026-01-05") == nil)
  }

  @Test func `a negative habit has an upper target`() throws {
    let history = try read(
      habit(
        #", "type": 2, "daily_goal": 0, "daily_goal_extra": 3"#,
        records: """
          {"record_date": 20454, "record_type": 1, "record_value": 0},
          {"record_date": 20455, "record_type": 1, "record_value": 2}
          """
      )
    )
    let habit = try #require(history.habits.first)
    #expect(habit.details.target == Target(amount: Amount(0), unit: "", direction: .atMost))
    #expect(habit.entries.map(\.entry.mark) == [.done, .open])
    #expect(history.remarks.contains { $0.contains("second goal") })
  }

  @Test(arguments: [
    (1, "[3]", "3/week"), (2, "[2]", "2/month"), (3, "[1,1]", "daily"), (3, "[2,5]", "2/5days"),
    (3, "[5,2]", "2/5days"), (1, "[7]", "daily"), (9, "[1]", "daily"), (3, "[", "daily"),
  ])
  func `frequencies become schedules`(type: Int, custom: String, schedule: String) throws {
    let history = try read(
      #"{"name": "A", "freq_type": \#(type), "freq_custom": "\#(custom)", "records": []}"#
    )
    #expect(history.habits.first?.details.schedule.description == schedule)
  }

  @Test func `deleted habits are left out and told`() throws {
    let history = try read(habit(#", "status": 2"#))
    #expect(history.habits.isEmpty)
    #expect(history.remarks == ["'A' is deleted in Table Habit and was left out."])
  }

  @Test func `two habits that cannot be told apart get keys of their own`() throws {
    let history = try read(habit("") + "," + habit(""))
    #expect(history.habits.map(\.key) == ["created:1767225600:A", "created:1767225600:A#2"])
  }

  @Test func `a record without a day is told with its habit`() throws {
    let path = try scratch.write(
      "t.json",
      "{\"habits\": [\(habit("", records: #"{"record_type": 1}"#))]}"
    )
    #expect(refusal(path).hasPrefix("t.json, habit 1 'A', record 1: its day is missing"))
  }

  @Test func `with a goal of nothing, a value of 0 is still not done`() throws {
    let record = #"{"record_date": 20454, "record_type": 1, "record_value": 0}"#
    let history = try read(habit(#", "daily_goal": 0"#, records: record))
    #expect(history.habits.first?.entries.map(\.entry.mark) == [.missed])
  }
}
