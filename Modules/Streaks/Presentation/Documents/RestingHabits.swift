import Core
import Presentation
import StreaksContract
import TrackingContract

/// The habits that are skipped or on vacation, so that nobody is urged to do them.
struct RestingHabits: Sendable {
  private var today: Set<HabitID> = []
  private var tomorrow: Set<HabitID> = []

  /// No habit rests.
  init() {}

  /// Returns the habits of a report that rest; none, without a query, if no run has ended.
  static func load(
    _ report: StreaksReport,
    _ context: any SpaceContext
  ) async throws -> RestingHabits {
    guard report.items.contains(where: \.isBroken) else { return RestingHabits() }
    return try await load(context)
  }

  /// Returns the habits that rest today or tomorrow; none where no module knows of rest.
  static func load(_ context: any SpaceContext) async throws -> RestingHabits {
    var resting = RestingHabits()
    let (day, next) = (context.today, context.today.advanced(by: 1))
    let habits = try await context.askIfAvailable(DaysOfHabits(from: day, to: next)) ?? []
    for habit in habits {
      for state in habit.days where state.status == .skipped {
        if state.day == day { resting.today.insert(habit.habit.id) }
        if state.day == next { resting.tomorrow.insert(habit.habit.id) }
      }
    }
    return resting
  }

  func restsToday(_ habit: HabitID) -> Bool { today.contains(habit) }

  func restsTomorrow(_ habit: HabitID) -> Bool { tomorrow.contains(habit) }
}
