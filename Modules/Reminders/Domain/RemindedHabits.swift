import Core
import RemindersContract
import SobrietyContract
import TrackingContract

/// The habits that notices are about: those of Tracking, and the substances of Sobriety.
///
/// A product may have loaded either of them or both.
enum RemindedHabits {
  static func all(includesArchived: Bool = false, _ context: RequestContext) throws -> [Habit] {
    var habits: [Habit] = []
    if context.answers(AllHabits.self) {
      habits = try context.ask(AllHabits(includesArchived: includesArchived))
    }
    return try habits
      + substances(context).map { substance in
        Habit(
          id: substance.id.habit,
          details: HabitDetails(title: substance.habitTitle),
          createdOn: context.today,
          createdAt: context.now
        )
      }
  }

  /// One habit as of today.
  struct Today {
    let habit: HabitID
    let isOpen: Bool
    /// Whether something is scheduled for today.
    let isDue: Bool
  }

  static func today(_ context: RequestContext) throws -> [Today] {
    var all: [Today] = []
    if context.answers(DaysOfHabits.self) {
      let days = try context.ask(DaysOfHabits(from: context.today, to: context.today))
      all = days.compactMap { habit in
        habit.days.first.map {
          Today(habit: habit.habit.id, isOpen: $0.status == .open, isDue: $0.isDue)
        }
      }
    }
    return try all
      + substances(context).map { substance in
        let status = try context.ask(SobrietyOf(substance: substance.id.description)).status
        // A day that is marked as not sober needs no reminder either.
        return Today(habit: substance.id.habit, isOpen: status == .unmarked, isDue: true)
      }
  }

  /// The habits that are skipped or on vacation today.
  static func resting(_ context: RequestContext) throws -> Set<HabitID> {
    guard context.answers(DaysOfHabits.self) else { return [] }
    let days = try context.ask(DaysOfHabits(from: context.today, to: context.today))
    return Set(days.filter { $0.days.first?.status == .skipped }.map(\.habit.id))
  }

  /// Whether there are sober days, which alone have pledges and reviews.
  static func haveDiary(_ context: RequestContext) -> Bool { context.answers(SoberDiary.self) }

  /// The substances whose pledge or review of a day is missing.
  ///
  /// Nobody is asked for a pledge on a day that is marked as not sober.
  static func open(_ kind: NoticeKind, on day: Day, _ context: RequestContext) throws -> [HabitID] {
    guard haveDiary(context) else { return [] }
    return try substances(context).filter { substance in
      let name = substance.id.description
      let said = try context.ask(SoberDiary(substance: name, from: day, to: day)).first
      guard kind == .pledge else { return said?.review == nil }
      let status = try context.ask(SoberDays(substance: name, from: day, to: day)).first?.status
      return said?.pledgedAt == nil && status != .notSober
    }
    .map(\.id.habit)
  }

  private static func substances(_ context: RequestContext) throws -> [Substance] {
    context.answers(AllSubstances.self) ? try context.ask(AllSubstances()) : []
  }
}
