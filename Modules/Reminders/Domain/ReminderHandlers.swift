import Core
import RemindersContract
import TrackingContract

/// Handles setting, removing and listing reminders.
enum ReminderHandlers {
  static let mostPerHabit = 12

  static func all(
    _ state: RemindersState,
    _ query: AllReminders,
    _ context: RequestContext
  ) throws
    -> RemindersReport
  {
    try allowed(context)
    return try report(state, context)
  }

  /// The reminders that the person set, other than those that an import brought as they are.
  static func made(
    _ state: RemindersState,
    _ query: RemindersOnHabits,
    _ context: RequestContext
  ) throws -> [BuiltOnHabit] {
    guard context.policies.allowsNotices else { return [] }
    let asked = Set(query.habits)
    return try RemindedHabits.all(includesArchived: true, context).filter { asked.contains($0.id) }
      .flatMap { habit in
        let brought = state.imports(of: habit)
        return state.activeReminders(of: habit.id)
          .filter { slot, own in brought[slot].map { $0.sorted() != own.weekdays } ?? true }
          .map { TimeOfDay($0.slot.minutes) }
          .map { BuiltOnHabit(habit: habit.id, words: "a reminder was set for \($0)") }
      }
  }

  static func report(
    _ state: RemindersState,
    _ context: RequestContext
  ) throws
    -> RemindersReport
  {
    let habits = try RemindedHabits.all(context)
    let titles = DistinctTitles(habits)
    let items = habits.compactMap { habit -> HabitReminders? in
      let reminders = state.standing(of: habit, context)
      guard !reminders.isEmpty else { return nil }
      let title = habit.details.title
      return HabitReminders(
        habit: habit.id,
        title: title,
        label: titles.title(title, habit.id),
        reminders: reminders
      )
    }
    let known = NoticeKind.allCases.filter { !$0.isTimed || RemindedHabits.haveDiary(context) }
    let kinds = known.map { ($0, state.isOn($0)) }
    let times = known.compactMap { kind in state.minutes(kind).map { (kind, $0) } }
    return RemindersReport(
      isOn: state.isOn(.reminders),
      quiet: state.quiet,
      kinds: Dictionary(uniqueKeysWithValues: kinds),
      times: Dictionary(uniqueKeysWithValues: times),
      items: items
    )
  }

  static func set(
    _ state: RemindersState,
    _ command: SetReminder,
    _ context: RequestContext
  ) throws
    -> Decision
  {
    try allowed(context)
    let habit = try known(command.habit, context)
    guard !habit.details.archived else {
      throw DomainError(
        "habit-archived",
        "“\(habit.details.title)” is archived, so nothing reminds of it. Nothing was changed: bring "
          + "it back first, then set its reminders."
      )
    }
    let slot = command.slot
    guard slot.isPossible else {
      throw DomainError(
        "bad-time",
        "That is not a time of day. Nothing was changed: give 00:00 … 23:59.",
        isFinal: true,
        about: "time"
      )
    }
    try check(slot.day, slot.minutes, context)
    let standing = state.standing(of: habit, context)
    guard standing.contains(where: { $0.slot == slot }) || standing.count < mostPerHabit else {
      throw DomainError(
        "too-many-reminders",
        "“\(habit.details.title)” has \(mostPerHabit) reminders, which is as many as there can be. "
          + "Nothing was changed: take one back first.",
        about: "time"
      )
    }
    let days = command.weekdays.count == 7 || slot.day != nil ? [] : command.weekdays
    if standing.contains(Reminder(slot: slot, weekdays: days.sorted())) { return .unchanged }
    return [ReminderSet(habit: habit.id, slot: slot, weekdays: days, at: context.now)]
  }

  private static func check(_ day: Day?, _ minutes: Int, _ context: RequestContext) throws {
    guard let day else { return }
    let at = context.calendar.zone.instant(on: day, secondOfDay: minutes * 60)
    guard at > context.now else {
      throw DomainError(
        "day-past",
        "That time has passed already. Nothing was changed.",
        isFinal: true,
        about: "time"
      )
    }
    guard day <= context.today.advanced(by: 7) else {
      throw DomainError(
        "day-far",
        "A reminder for one day alone can be up to a week ahead. Nothing was changed."
      )
    }
  }

  static func remove(
    _ state: RemindersState,
    _ command: RemoveReminders,
    _ context: RequestContext
  ) throws
    -> Decision
  {
    try allowed(context)
    let habit = try known(command.habit, context)
    let slots = state.standing(of: habit, context).map(\.slot).filter(command.names)
    guard !slots.isEmpty || command.minutes == nil && command.slot == nil else {
      throw DomainError(
        "no-such-reminder",
        "“\(habit.details.title)” has no reminder at that time. Nothing was changed."
      )
    }
    return Decision(slots.map { ReminderRemoved(habit: habit.id, slot: $0) })
  }

  static func one(
    _ state: RemindersState,
    _ habit: HabitID,
    _ context: RequestContext
  ) throws
    -> HabitReminders
  {
    let habits = try RemindedHabits.all(includesArchived: true, context)
    let habit = try known(habit, among: habits)
    let title = habit.details.title
    return HabitReminders(
      habit: habit.id,
      title: title,
      label: DistinctTitles(habits).title(title, habit.id),
      reminders: state.standing(of: habit, context)
    )
  }

  private static func known(_ id: HabitID, _ context: RequestContext) throws -> Habit {
    try known(id, among: RemindedHabits.all(includesArchived: true, context))
  }

  private static func known(_ id: HabitID, among habits: [Habit]) throws -> Habit {
    guard let habit = habits.first(where: { $0.id == id }) else {
      throw DomainError(
        "unknown-habit",
        "There is no such habit here. Nothing was changed.",
        isFinal: true
      )
    }
    return habit
  }

  /// Throws in products that do not allow notices.
  static func allowed(_ context: RequestContext) throws {
    guard context.policies.allowsNotices else {
      throw DomainError(
        "no-notices",
        "Nothing here will ever call for your attention, so there are no reminders to set."
      )
    }
  }
}

extension RemindersState {
  /// Returns the reminders of a habit, including imported ones.
  ///
  /// Reminders of a single day in the past are left out.
  func standing(of habit: Habit, _ context: RequestContext) -> [Reminder] {
    let own = activeReminders(of: habit.id)
      .filter { slot, _ in isAhead(slot, context) }
      .map { Reminder(slot: $0.slot, weekdays: $0.reminder.weekdays) }
    let brought = pendingImports(of: habit).map {
      Reminder(slot: $0.slot, weekdays: $0.weekdays.sorted())
    }
    return (own + brought).sorted { $0.slot < $1.slot }
  }

  private func isAhead(_ slot: ReminderSlot, _ context: RequestContext) -> Bool {
    guard let day = slot.day else { return true }
    return context.calendar.zone.instant(on: day, secondOfDay: slot.minutes * 60) > context.now
  }
}
