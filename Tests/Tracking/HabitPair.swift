import Core
import TestKit
import Testing
import TrackingContract

/// Two habits that were tracked on two devices.
struct HabitPair {
  let harness: Harness
  let read: Habit
  let reading: Habit
  let today: Day

  init() throws {
    harness = try tracking()
    read = try harness.add("Read")
    reading = try harness.add("Reading")
    today = read.createdOn
  }

  func join(_ from: Habit? = nil, _ into: Habit? = nil) throws {
    try harness.when(
      JoinHabits(from: (from ?? reading).id, into: (into ?? read).id, confirmed: true)
    )
  }

  func entry(_ habit: Habit, _ ago: Int) throws -> Entry {
    try harness.ask(CheckOn(habit: habit.id, day: today.advanced(by: -ago))).entry
  }

  @discardableResult
  func check(
    _ habit: Habit,
    _ ago: Int,
    _ mark: Mark = .done,
    value: Amount? = nil,
    note: String? = nil
  ) throws -> CheckState {
    harness.now = harness.now.advanced(bySeconds: 60)
    return try harness.check(habit, today.advanced(by: -ago), mark, value: value, note: note)
  }
}
