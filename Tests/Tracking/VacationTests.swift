import Core
import TestKit
import Testing
import TrackingContract
import TrackingDomain

@Suite struct VacationTests {
  private func plan(
    _ from: String,
    _ to: String,
    _ habits: [Habit]? = nil
  ) throws -> PlanVacation {
    let ids = habits.map { Set($0.map(\.id)) }
    return PlanVacation(from: try day(from), to: try day(to), habits: ids)
  }

  @Test(arguments: [
    ("2026-03-12", DayStatus.open), ("2026-03-13", .skipped), ("2026-03-15", .skipped),
    ("2026-03-16", .open),
  ])
  func `a vacation skips its days, the first and the last included`(
    text: String,
    status: DayStatus
  ) throws {
    let harness = try tracking()
    let habit = try harness.add()
    try harness.when(try plan("2026-03-13", "2026-03-15"))
    let day = try day(text)
    let state = try harness.ask(CheckOn(habit: habit.id, day: day))
    #expect(state.status == status)
    #expect(state.onVacation == (status == .skipped))
    let shown = try harness.ask(DaysOfHabits(habit: habit.id, from: day, to: day))
    #expect(shown.first?.days.first?.status == status)
  }

  @Test func `a vacation skips no day before the habit began`() throws {
    let harness = try tracking()
    try harness.when(try plan("2026-03-08", "2026-03-13"))
    let habit = try harness.add()
    #expect(habit.createdOn == (try day("2026-03-12")))
    let days = try harness.ask(
      DaysOfHabits(habit: habit.id, from: try day("2026-03-08"), to: try day("2026-03-13"))
    )
    let statuses = try #require(days.first).days.map(\.status)
    #expect(statuses == [.open, .open, .open, .open, .skipped, .skipped])
    for state in try #require(days.first).days {
      let check = try harness.ask(CheckOn(habit: habit.id, day: state.day))
      #expect(check.status == state.status && check.onVacation == (state.status == .skipped))
    }
  }

  @Test func `what is done on vacation counts`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    try harness.when(try plan("2026-03-12", "2026-03-12"))
    #expect(try harness.check(habit).status == .done)
    #expect(try harness.ask(DoneCounts(from: habit.createdOn, to: habit.createdOn)) == [1])
    #expect(try harness.check(habit, nil, .open).status == .skipped)
  }

  @Test func `a vacation of chosen habits leaves the others as they are`() throws {
    let harness = try tracking()
    let chosen = try harness.add("A")
    let other = try harness.add("B")
    try harness.when(try plan("2026-03-12", "2026-03-14", [chosen]))
    #expect(try harness.status(chosen) == .skipped)
    #expect(try harness.status(other) == .open)
  }

  @Test func `a vacation of all habits holds for those to come`() throws {
    let harness = try tracking()
    try harness.when(try plan("2026-03-12", "2026-03-14"))
    #expect(try harness.status(try harness.add("New")) == .skipped)
  }

  @Test func `a vacation that is taken back skips nothing`() throws {
    let harness = try tracking()
    let habit = try harness.add()
    let vacation = try harness.when(try plan("2026-03-12", "2026-03-14"))
    try harness.when(CancelVacation(id: vacation.id))
    #expect(try harness.status(habit) == .open)
    #expect(try harness.ask(AllVacations()).isEmpty)
    let again = try refusal { try harness.when(CancelVacation(id: vacation.id)) }
    #expect(again.code == "unknown-vacation")
  }

  @Test func `cancelling and an earlier change of it from elsewhere cancels`() throws {
    let harness = try tracking()
    let id = EntityID(rawValue: 3)
    let vacation = Vacation(id: id, from: try day("2026-03-12"), to: try day("2026-03-14"))
    try harness.given(VacationCancelled(id: id), at: stamp(20))
    try harness.given(VacationSet(vacation: vacation), at: stamp(10))
    #expect(try harness.ask(AllVacations()).isEmpty)
    try harness.given(VacationSet(vacation: vacation), at: stamp(30))
    #expect(try harness.ask(AllVacations()) == [vacation])
  }

  @Test func `planning the same again appends nothing and answers with what is there`() throws {
    let harness = try tracking()
    let first = try harness.when(try plan("2026-03-12", "2026-03-14"))
    #expect(try harness.when(try plan("2026-03-12", "2026-03-14")) == first)
    #expect(harness.facts.count == 1)
  }

  @Test func `vacations are told earliest first`() throws {
    let harness = try tracking()
    try harness.when(try plan("2026-05-01", "2026-05-03"))
    try harness.when(try plan("2026-04-01", "2026-04-03"))
    let first = try harness.ask(AllVacations()).map(\.from.description)
    #expect(first == ["2026-04-01", "2026-05-01"])
    let told = try #require(harness.changes.last as? VacationsChanged)
    #expect(told.vacations == (try harness.ask(AllVacations())))
  }

  @Test(arguments: [
    ("2026-03-14", "2026-03-13", "vacation-backwards", "to"),
    ("2026-03-12", "2027-03-13", "vacation-too-long", "to"),
    ("2026-03-10", "2026-03-14", "day-too-old", "from"),
  ])
  func `what is refused`(from: String, to: String, code: String, field: String) throws {
    let harness = try tracking(policies: Policies { $0.backfillDays = 1 })
    let refused = try refusal { try harness.when(try plan(from, to)) }
    #expect(refused.code == code)
    #expect(refused.field == field)
    #expect(refused.message.contains("Nothing was"))
    #expect(harness.facts.isEmpty)
  }

  @Test func `a year, and yesterday where the product allows it, are taken`() throws {
    let harness = try tracking(policies: Policies { $0.backfillDays = 1 })
    try harness.when(try plan("2026-03-12", "2027-03-12"))
    try harness.when(try plan("2026-03-11", "2026-03-11"))
    #expect(harness.facts.count == 2)
  }

  @Test func `a vacation of a habit that is not there is refused`() throws {
    let harness = try tracking()
    let gone = try harness.add()
    try harness.when(DeleteHabit(habit: gone.id, confirmed: true))
    let refusal = try refusal { try harness.when(try plan("2026-03-12", "2026-03-13", [gone])) }
    #expect(refusal.code == "unknown-habit")
  }

  @Test func `a vacation of no habits is refused`() throws {
    let refusal = try refusal {
      try tracking().when(try plan("2026-03-12", "2026-03-13", []))
    }
    #expect(refusal.code == "vacation-of-nothing")
  }
}
