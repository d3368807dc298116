import Core
import TrackingContract

/// The properties of a habit on which its streak depends.
struct Traits: Sendable, Equatable {
  let title: String
  let group: String?
  /// The rhythms, each from a day on; never empty.
  let schedules: [Dated<Schedule>]
  let difficulties: [Dated<Difficulty>]
  let targets: [Dated<DailyTarget?>]
  let archived: Bool
  /// The ranges of days in the archive, ascending.
  let archivedDays: [ClosedRange<Int>]
  let place: HabitSortKey
  let createdOn: Day

  /// The rhythm of today.
  var schedule: Schedule { schedules.last?.value ?? .daily }
  /// The difficulty of today.
  var difficulty: Difficulty { difficulties.last?.value ?? .easy }

  /// Returns the difficulty on a day.
  func difficulty(on day: Day) -> Difficulty { difficulties.value(on: day) ?? difficulty }

  /// A day after all others, for a range without an end.
  static let noEnd = 10_000_000
}

extension Traits {
  init(_ change: HabitChanged) {
    let habit = change.habit
    title = habit.details.title
    group = habit.details.group
    schedules = change.rules.schedules
    difficulties = change.rules.difficulties
    targets = change.rules.targets.map { Dated($0.value.map(DailyTarget.init), from: $0.from) }
    archived = habit.details.archived
    archivedDays = change.rules.archivedDays.map {
      $0.from.number...max($0.from.number, $0.to?.number ?? Traits.noEnd)
    }
    place = change.place
    createdOn = habit.createdOn
  }
}

/// The target to reach on a day.
struct DailyTarget: Sendable, Equatable {
  let thousandths: Int64
  let isAtMost: Bool
}

extension DailyTarget {
  init(_ target: Target) {
    thousandths = target.amount.thousandths
    isAtMost = target.direction == .atMost
  }
}
