import Core
import Testing
import TrackingContract

@testable import TrackingFormats

struct HarshTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func read(habits: String, log: String) throws -> ImportedHistory {
    try scratch.write("habits", habits)
    try scratch.write("log", log)
    return try ImportReader.read(path: scratch.path)
  }

  @Test func `frequencies, headings and comments are read`() throws {
    let history = try read(
      habits: """
        # mine
        ! Body
        Gym: 3/7
        Swim: 2w
        Run: 2/4w

        ! Mind
        Read: 1
        Call: 10
        Weigh: 0
        Course: 7/7: 2027-01-01
        """,
      log: ""
    )
    let schedules = history.habits.map(\.details.schedule.description)
    #expect(
      schedules == ["3/7days", "1/14days", "2/28days", "daily", "1/10days", "daily", "daily"]
    )
    #expect(
      history.habits.map(\.details.group) == ["Body", "Body", "Body"]
        + .init(repeating: "Mind", count: 4)
    )
    #expect(history.remarks.contains { $0.contains("'Weigh': harsh only tracks it") })
    #expect(history.remarks.contains { $0.contains("'Course': harsh ends it on 2027-01-01") })
    #expect(history.habits.map(\.endedOn).last == Day("2027-01-01"))
  }

  @Test func `characters that nothing can show are left out of all texts`() throws {
    let history = try read(
      habits: "! Mi\u{7}ne\nRe\u{202E}ad\u{200B}: 1\n\u{200B}: 1\n",
      log: "2026-01-01 : Re\u{202E}ad\u{200B} : y : fi\u{1B}ne : 2\n"
    )
    let habit = try #require(history.habits.first)
    #expect(habit.details.title == "Read")
    #expect(habit.details.group == "Mine")
    #expect(habit.entries.map(\.entry.note) == ["fine"])
    #expect(history.habits.last?.details.title == "Untitled")
  }

  @Test func `answers, comments and amounts are kept and the last line of a day wins`() throws {
    let history = try read(
      habits: "Gym: 1\nOther: 1\n",
      log: """
        # a comment
        2026-01-01 : Gym : n : first : 2
        2026-01-01 : Gym : y : leg day : 1.5

        2026-01-02 : Gym : s
        2026-01-03 : Gym : n : ill
        2026-01-04 : Gym : y :  : 0
        2026-01-05 : Gym : y : : 3
        2026-01-06 : Gym : y :  :\u{20}
        2026-01-07 : Gym : y : see : also : this : 4
        """
    )
    let gym = try history.habit("Gym")
    #expect(gym.key == "name:Gym")
    #expect(gym.entry("2026-01-01") == Entry(mark: .done, value: Amount(1.5), note: "leg day"))
    #expect(gym.entry("2026-01-02") == Entry(mark: .skipped))
    #expect(gym.entry("2026-01-03") == Entry(mark: .missed, note: "ill"))
    #expect(gym.entry("2026-01-04") == Entry(mark: .done))
    #expect(gym.entry("2026-01-05") == Entry(mark: .done, value: Amount(3)))
    #expect(gym.entry("2026-01-06") == Entry(mark: .done))
    #expect(
      gym.entry("2026-01-07") == Entry(mark: .done, value: Amount(4), note: "see : also : this")
    )
    #expect(history.remarks.contains { $0.hasPrefix("Line 10 of log") })
    #expect(gym.details.target == nil)
  }

  @Test func `a habit that is only in the log is kept as archived`() throws {
    let history = try read(habits: "New: 1\n", log: "2026-01-01 : Old : y\n")
    #expect(try history.habit("Old").details.archived)
    #expect(try history.habit("Old").entries.count == 1)
    #expect(history.remarks.contains { $0.contains("'Old' is only in the log") })
  }

  @Test(arguments: ["my_habits", "my_log", ""])
  func `either file or the folder will do`(name: String) throws {
    try scratch.write("my_habits", "Gym: 1\n")
    try scratch.write("my_log", "2026-01-01 : Gym : y\n")
    let path = name.isEmpty ? scratch.path : "\(scratch.path)/\(name)"
    #expect(try ImportReader.detect(path: path) == .harsh)
    #expect(try ImportReader.read(path: path).habit("Gym").entries.count == 1)
  }

  @Test func `one file alone says which comes first`() throws {
    let log = try scratch.write("a_log", "2026-01-01 : Gym : y\n")
    let first = try ImportReader.read(path: log)
    #expect(first.remarks.contains { $0.contains("Import it first to keep how often") })
    let habits = try scratch.write("b_habits", "Gym: 3/7\n")
    let second = try ImportReader.read(path: habits)
    #expect(second.remarks.contains { $0.contains("'log' is missing") && $0.contains("next") })
    #expect(first.habits.map(\.key) == second.habits.map(\.key))
  }

  @Test(arguments: [
    ("Gym", "", "habits, line 1: 'Gym' is not of the form"),
    ("\nGym: often", "", "habits, line 2: 'often' is not a frequency"),
    ("Gym: 8/7", "", "habits, line 1: '8/7' is not a frequency"),
    ("Gym: 1\nGym: 2", "", "habits, line 2: 'Gym' is listed twice"),
    ("Gym: 1", "2026-01-01 : Gym", "log, line 1: '2026-01-01 : Gym' is not of the form"),
    ("Gym: 1", "\n01.02.2026 : Gym : y", "log, line 2: '01.02.2026' is not a day"),
    ("Gym: 1", "2026-01-01 : Gym : x", "log, line 1: 'x' is none of harsh's answers"),
    ("Gym: 1", "2026-01-01 : Gym : y : a : lots", "log, line 1: 'lots' is not an amount"),
  ])
  func `a line that cannot be read is told, and nothing is taken`(
    habits: String,
    log: String,
    words: String
  ) throws {
    try scratch.write("habits", habits)
    try scratch.write("log", log)
    let said = refusal(scratch.path)
    #expect(said.hasPrefix(words), "\(said)")
    #expect(said.hasSuffix("Nothing was imported."))
  }
}
