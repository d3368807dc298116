import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

/// Each table row is a fortnight from Monday 2026-03-02.
///
/// It lists the days that were done (`x`) and those that are due (`1`).
@Suite struct DueTests {
  private func due(
    _ every: String,
    _ done: String,
    weekStart: Weekday = .monday
  ) throws -> String {
    let harness = try tracking("2026-03-02T12:00:00Z", weekStart: weekStart)
    let habit = try harness.add("Read", try schedule(every))
    harness.now = try at("2026-03-31T12:00:00Z")
    let from = habit.createdOn
    for (offset, mark) in done.enumerated() where mark != "." {
      try harness.check(habit, from.advanced(by: offset), mark == "s" ? .skipped : .done)
    }
    let to = from.advanced(by: done.count - 1)
    let days = try #require(
      try harness.ask(DaysOfHabits(habit: habit.id, from: from, to: to)).first
    )
    return String(days.days.map { $0.isDue ? "1" : "." })
  }

  @Test(arguments: [
    ("daily", "..x...........", "11111111111111"),
    ("mon,wed,sun", "x.............", "1.1...11.1...1"),
    ("sat", "xx.xx.........", ".....1......1."),
    ("every:3", "..............", "1..1..1..1..1."),
    ("every:3", ".x..x.........", "11..1..1..1..1"),
    ("weekly", "..............", "11111111111111"),
    // The day that fills the quota stays due; those after it in the week are free.
    ("weekly", "..x.......x...", "111....1111..."),
    ("3/week", "x.x.x.......xx", "11111..1111111"),
    ("3/week", "xxx....xxxx...", "111....111...."),
    ("7/week", "xxxxxxxxxxxxxx", "11111111111111"),
    ("monthly", ".....x........", "111111........"),
    ("2/month", "..x..x........", "111111........"),
    ("1/3days", "x....x..x.....", "1..111..1..111"),
    ("2/3days", "xx.xx.........", "11.11.11111111"),
    // A skipped day fills no quota.
    ("weekly", "s.............", "11111111111111"),
  ])
  func `which days are due`(every: String, done: String, expected: String) throws {
    #expect(try due(every, done) == expected)
  }

  @Test(arguments: [
    (Weekday.monday, "x......x......"), (.sunday, "x.....x......x"), (.thursday, "x..x......x..."),
  ])
  func `a weekly quota begins anew on the person's first day of the week`(
    weekStart: Weekday,
    done: String
  ) throws {
    let due = try due("weekly", done, weekStart: weekStart)
    #expect(due == String(done.map { $0 == "x" ? "1" : "." }))
  }

  @Test func `a monthly quota begins anew on the first`() throws {
    let harness = try tracking("2026-03-31T12:00:00Z")
    let habit = try harness.add("Pay rent", try schedule("monthly"))
    try harness.check(habit)
    let from = habit.createdOn
    let days = try harness.ask(DaysOfHabits(habit: habit.id, from: from, to: from.advanced(by: 1)))
    #expect(days.first?.days.map(\.isDue) == [true, true])
  }

  /// Each check sets the next deadline; of the days after a missed one, each third was due again.
  @Test(
    arguments: [
      ("x..x..x", "1..1..1"), ("x.x...x", "1....11"), (".x..x..", "11..1.."),
      ("x......", "1..1..1"),
      ("xs..xss", "1...1.."), (".......", "1..1..1"),
    ]
  )
  func `every three days is due three days after it was done`(
    done: String,
    due expected: String
  )
    throws
  {
    #expect(try due("every:3", done) == expected)
  }

  @Test func `what is late stays due today and in the days to come`() throws {
    let harness = try tracking("2026-03-02T12:00:00Z")
    let habit = try harness.add("Read", try schedule("every:3"))
    try harness.check(habit)
    harness.now = try at("2026-03-06T12:00:00Z")
    let from = habit.createdOn
    let query = DaysOfHabits(habit: habit.id, from: from, to: from.advanced(by: 5))
    let days = try #require(try harness.ask(query).first).days
    #expect(days.map(\.isDue) == [true, false, false, true, true, true])
  }

  @Test func `a habit counts from its creation or from its earliest entry`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    let query = DaysOfHabits(habit: habit.id, from: habit.createdOn, to: habit.createdOn)
    #expect(try harness.ask(query).first?.firstDay == habit.createdOn)
    try harness.check(habit, habit.createdOn.advanced(by: -9))
    try harness.check(habit, habit.createdOn.advanced(by: -20))
    try harness.check(habit, habit.createdOn.advanced(by: -20), .open)
    #expect(try harness.ask(query).first?.firstDay == habit.createdOn.advanced(by: -9))
  }

  @Test func `a range that ends before it begins is refused`() throws {
    let query = DaysOfHabits(from: Day(number: 2), to: Day(number: 1))
    #expect(try refusal { _ = try tracking().ask(query) }.code == "range-backwards")
  }

  @Test func `a century is told of one habit, but not of forty at once`() throws {
    let harness = try tracking()
    for number in 1..<40 { _ = try harness.add("Habit \(number)") }
    let habit = try harness.add("Read")
    let last = habit.createdOn
    let century = last.advanced(by: 1 - DayRange.longest)
    let one = try harness.ask(DaysOfHabits(habit: habit.id, from: century, to: last))
    #expect(one.first?.days.count == DayRange.longest)
    let error = try refusal { _ = try harness.ask(DaysOfHabits(from: century, to: last)) }
    #expect(error.code == "range-too-long")
    let years = last.advanced(by: 1 - DayRange.most / 40)
    #expect(try harness.ask(DaysOfHabits(from: years, to: last)).count == 40)
  }
}
