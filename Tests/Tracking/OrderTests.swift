import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

@Suite struct OrderTests {
  private func order(_ habits: [(title: String, group: String?, position: Int)]) throws -> [String]
  {
    let harness = try tracking()
    for habit in habits {
      try harness.add(habit.title) {
        $0.group = habit.group
        $0.position = habit.position
      }
      harness.now = harness.now.advanced(bySeconds: 1)
    }
    return try harness.titles()
  }

  @Test func `habits stand in order of creation`() throws {
    #expect(try order([("C", nil, 0), ("A", nil, 0), ("B", nil, 0)]) == ["C", "A", "B"])
  }

  @Test func `places come before creation`() throws {
    #expect(try order([("C", nil, 2), ("A", nil, 1), ("B", nil, -1)]) == ["B", "A", "C"])
  }

  @Test func `habits of a group stand together, where its first habit stands`() throws {
    let habits: [(String, String?, Int)] = [
      ("A", nil, 0), ("B", "Evening", 0), ("C", nil, 0), ("D", "Morning", 0), ("E", "Evening", 0),
    ]
    #expect(try order(habits) == ["A", "C", "B", "E", "D"])
  }

  @Test func `a place moves a habit inside its group and may move the group`() throws {
    let habits: [(String, String?, Int)] = [
      ("A", "One", 0), ("B", "Two", 0), ("C", "Two", -1), ("D", "One", 1),
    ]
    #expect(try order(habits) == ["C", "B", "A", "D"])
  }

  @Test func `an archived habit does not hold a place for its group`() throws {
    let harness = try tracking()
    let first = try harness.add("A") { $0.group = "One" }
    try harness.add("B") { $0.group = "Two" }
    try harness.add("C") { $0.group = "One" }
    #expect(try harness.titles() == ["A", "C", "B"])
    try harness.edit(first) { $0.archived = true }
    #expect(try harness.titles() == ["B", "C"])
  }

  @Test func `a habit without a place of its own stands below all others`() throws {
    let harness = try tracking()
    let first = try harness.add("A")
    #expect(first.details.position == 0)
    try harness.add("B") { $0.position = 1 }
    let last = try harness.add("C") { $0.position = 2 }
    try harness.edit(last) { $0.archived = true }
    #expect(try harness.add("D").details.position == 2)
    #expect(try harness.add("E") { $0.position = -1 }.details.position == -1)
    #expect(try harness.titles(includesArchived: true) == ["E", "A", "B", "C", "D"])
  }

  @Test func `a place of earlier versions stays as its fact says`() throws {
    let harness = try tracking()
    try harness.add("A") { $0.position = 2 }
    try harness.given(
      HabitCreated(
        habit: HabitID(rawValue: 9),
        details: HabitDetails(title: "B"),
        on: try day("2026-03-12"),
        at: harness.now
      )
    )
    #expect(try harness.titles() == ["B", "A"])
  }

  @Test func `days are told in the same order`() throws {
    let harness = try tracking()
    for (title, position) in [("A", 3), ("B", 1), ("C", 2)] {
      try harness.add(title) { $0.position = position }
    }
    let today = try day("2026-03-12")
    let days = try harness.ask(DaysOfHabits(from: today, to: today))
    #expect(days.map(\.habit.details.title) == ["B", "C", "A"])
  }
}
