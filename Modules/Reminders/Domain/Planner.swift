import Core
import RemindersContract
import StreaksContract
import TrackingContract

/// Determines what is due now and when to check again.
///
/// It keeps no state between two runs: notices already given are in the state, and everything else
/// is queried again. So it does not matter how late, how often or in how many programs it runs.
struct Planner {
  /// The alarm for the next moment at which a notice may be due.
  static let alarm: AlarmKey = "next"

  private var state: RemindersState
  private let context: RequestContext
  private let habits: [Habit]
  private var facts: [any Fact] = []

  init(_ state: RemindersState, _ context: RequestContext) throws {
    self.state = state
    self.context = context
    habits = try RemindedHabits.all(context)
  }

  /// Returns the facts of this run, and the alarm for the next one.
  static func look(_ state: RemindersState, _ context: RequestContext) throws -> Decision {
    guard context.policies.allowsNotices else { return Decision().waking(alarm, at: nil) }
    var planner = try Planner(state, context)
    try planner.takeOverImports()
    let occasions = planner.occasions
    try planner.give(occasions)
    let next = planner.next(of: occasions) ?? planner.nextLook
    return Decision(planner.facts).waking(alarm, at: next)
  }

  /// When to look again if nothing is planned, as when reminders alone are on and none is set.
  ///
  /// Without an alarm, each program that reads the whole past would set one, and thus write.
  private var nextLook: Instant? {
    state.isPlanning && !habits.isEmpty ? context.now.advanced(bySeconds: 7 * 86_400) : nil
  }

  /// Returns when something may be due: now, if a run would give something.
  static func next(_ state: RemindersState, _ context: RequestContext) throws -> Instant? {
    var planner = try Planner(state, context)
    try planner.takeOverImports()
    let (occasions, adopted) = (planner.occasions, planner.facts.count)
    try planner.give(occasions)
    return planner.facts.count > adopted ? context.now : planner.next(of: occasions)
  }

  /// Makes imported reminders the user's own, once.
  ///
  /// A reminder that is removed later does not return with the next import.
  private mutating func takeOverImports() throws {
    for habit in habits {
      for (slot, weekdays) in state.pendingImports(of: habit) {
        let fact = ReminderSet(habit: habit.id, slot: slot, weekdays: weekdays, at: context.now)
        state.apply(fact, at: .zero)
        facts.append(fact)
      }
    }
  }

  private var occasions: [Occasion] {
    guard !habits.isEmpty else { return [] }
    let calendar = context.calendar
    let occasions = Occasions(
      state: state,
      calendar: calendar,
      today: context.today,
      now: context.now
    )
    return habits.flatMap { occasions.reminders(of: $0.id, state.activeReminders(of: $0.id)) }
      + occasions.merged
  }

  private func due(_ occasion: Occasion) -> Instant {
    state.quiet?.hold(occasion.at, in: context.calendar.zone) ?? occasion.at
  }

  private func next(of occasions: [Occasion]) -> Instant? {
    // What was missed before quiet hours is given as they end.
    let earliest = state.quiet?.hold(context.now, in: context.calendar.zone) ?? context.now
    return occasions.filter { !state.wasGiven($0.id, to: $0.habit) }
      .map { (at: max(due($0), earliest), ends: $0.ends) }
      .filter { $0.at > context.now && $0.at < $0.ends }
      .map(\.at).min()
  }

  // MARK: Due notices

  private mutating func give(_ occasions: [Occasion]) throws {
    let now = context.now
    // Notices that became due before quiet hours still wait for the end of the current ones.
    guard (state.quiet?.hold(now, in: context.calendar.zone) ?? now) == now else { return }
    let due = occasions.filter {
      self.due($0) <= now && now < $0.ends && !state.wasGiven($0.id, to: $0.habit)
    }
    try remind(due.filter { $0.kind == .reminder })
    for occasion in due where occasion.kind != .reminder {
      let subjects = try subjects(of: occasion)
      if !subjects.isEmpty { give(occasion.id, occasion.kind, occasion.day, subjects) }
    }
  }

  private mutating func give(
    _ id: NoticeID,
    _ kind: NoticeKind,
    _ day: Day,
    _ subjects: [NoticeSubject]
  ) {
    let notice = Notice(id: id, kind: kind, day: day, subjects: subjects, at: context.now)
    facts.append(NoticeGiven(notice: notice))
  }

  /// Gives one reminder, the latest, for several missed times of a habit.
  private mutating func remind(_ due: [Occasion]) throws {
    guard !due.isEmpty else { return }
    for today in try RemindedHabits.today(context) where today.isOpen {
      let own = due.filter { $0.habit == today.habit }.sorted { $0.at < $1.at }
      guard let latest = own.last(where: { today.isDue || $0.isOneTime }) else { continue }
      guard !hasBeenReminded(today.habit, after: latest.at) else { continue }
      give(latest.id, .reminder, latest.day, [NoticeSubject(habit: today.habit)])
    }
  }

  /// Whether a reminder of the habit was given since an instant.
  ///
  /// One with a time in the future, from a clock that was wrong, does not count.
  private func hasBeenReminded(_ habit: HabitID, after instant: Instant) -> Bool {
    state.given[habit]?.entries.values.contains {
      $0.value.kind == .reminder && $0.value.at >= instant && $0.value.at <= context.now
    } ?? false
  }

  private func subjects(of occasion: Occasion) throws -> [NoticeSubject] {
    switch occasion.kind {
    case .atRisk: try streaks().filter(\.atRisk).map(NoticeSubject.init)
    case .weekly:
      try streaks().filter { $0.current >= StreakThresholds.long }.map(NoticeSubject.init)
    case .broken: try ended()
    case .pledge, .review:
      try RemindedHabits.open(occasion.kind, on: occasion.day, context)
        .map { NoticeSubject(habit: $0) }
    case .reminder, .milestone: []
    }
  }

  private func ended() throws -> [NoticeSubject] {
    let ended = try context.ask(EndedStreaks())
    guard !ended.isEmpty else { return [] }
    let offers = try context.ask(AllStreaks()).offers
    let resting = try RemindedHabits.resting(context)
    return ended.compactMap { streak in
      let canBeSaved = offers.contains { $0.habit == streak.habit }
      // On a day of rest nobody is urged to start again, but a freeze can be used.
      guard canBeSaved || !resting.contains(streak.habit) else { return nil }
      return NoticeSubject(
        habit: streak.habit,
        count: streak.length,
        unit: streak.unit,
        canBeSaved: canBeSaved
      )
    }
  }

  private func streaks() throws -> [HabitStreak] { try context.ask(AllStreaks()).items }
}

/// The lengths of streaks that are reported.
enum StreakThresholds {
  /// The length from which a run is reported every week.
  static let long = 30
}

extension NoticeSubject {
  init(_ streak: HabitStreak) {
    self.init(habit: streak.habit, count: streak.current, unit: streak.unit)
  }
}
