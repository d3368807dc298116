import Core
import TrackingContract

/// Handles the queries about habits, their days and their entries.
enum Queries {
  static func all(_ state: TrackingState, _ query: AllHabits, _ context: RequestContext) -> [Habit]
  {
    state.shownHabits(includesArchived: query.includesArchived)
  }

  static func days(
    _ state: TrackingState,
    _ query: DaysOfHabits,
    _ context: RequestContext
  ) throws
    -> [HabitDays]
  {
    let habits = try query.habit.map { [try state.habit($0)] } ?? state.shownHabits()
    let range = try DayRange.checked(query.from, query.to, for: habits.count, "habits")
    return habits.compactMap { habit in
      guard let record = state.habits[habit.id] else { return nil }
      let rule = DueRule(
        of: record,
        in: state,
        through: query.to,
        today: context.today,
        weeks: context.calendar.weeks
      )
      let days = range.map { state.day(Day(number: $0), of: record, rule) }
      return HabitDays(habit: habit, firstDay: record.firstDay(asOf: context.today), days: days)
    }
  }

  static func counts(
    _ state: TrackingState,
    _ query: DoneCounts,
    _ context: RequestContext
  ) throws
    -> [Int]
  {
    let days = try DayRange.checked(query.from, query.to)
    var counts = [Int](repeating: 0, count: days.count)
    let habits =
      try query.habit.map { [try state.habit($0)] }
      ?? state.shownHabits(
        includesArchived: true
      )
    for habit in habits {
      guard let record = state.habits[habit.id] else { continue }
      let range = record.entries.range.clamped(to: Range(days))
      for day in range where record.isDone(on: day) { counts[day - days.lowerBound] += 1 }
    }
    return counts
  }

  static func patterns(
    _ state: TrackingState,
    _ query: PatternsOfMarks,
    _ context: RequestContext
  ) -> [MarkingPattern] {
    let habits = state.shownHabits(includesArchived: true).compactMap { habit in
      state.habits[habit.id]?.entries.marks(title: habit.details.title)
    }
    return MarkingPatterns(habits, maxSkips: context.policies.maxSkipsInSevenDays).all
      + state.patternsOfRules
  }

  static func entries(
    _ state: TrackingState,
    _ query: EntriesOf,
    _ context: RequestContext
  ) throws
    -> [RecordedEntry]
  {
    let habit = try state.habit(query.habit)
    guard let record = state.habits[habit.id] else { return [] }
    return record.entries.range.compactMap { day in
      record.entries.entry(on: day).map { entry in
        let target = record.target(on: day)
        let day = Day(number: day)
        let onVacation = state.isOnVacation(day, record, today: context.today)
        return RecordedEntry(
          day: day,
          entry: entry,
          status: state.status(of: entry, target, onVacation: onVacation),
          target: target
        )
      }
    }
  }
}

extension HabitRecord {
  func isDone(on day: Int) -> Bool {
    guard isMeasured else { return entries.mark(on: day) == .done }
    return known(on: day).status == .done
  }
}

extension TrackingState {
  /// Returns the habits in display order.
  func shownHabits(includesArchived: Bool = false) -> [Habit] {
    habits.values
      .filter { $0.isLive && (includesArchived || !$0.isArchived) }
      .inDisplayOrder(place: { $0.place }, group: { $0.group })
      .compactMap(\.habit)
  }

  fileprivate func day(_ day: Day, of record: HabitRecord, _ rule: DueRule) -> DayState {
    let entry = record.entries.entry(on: day.number)
    let isArchived = rule.isArchived(day)
    let onVacation = rule.isOnVacation(day) && !isArchived && !rule.isBeforeFirst(day)
    let target = record.target(on: day.number)
    return DayState(
      day: day,
      status: status(of: entry ?? .empty, target, onVacation: onVacation),
      isDue: rule.isDue(day),
      isOfQuota: rule.isOfQuota(day),
      isArchived: isArchived,
      entry: entry,
      target: target
    )
  }
}
