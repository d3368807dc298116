import Core
import TrackingContract

/// Tells whether a habit is due on a day: scheduled for it, or a quota not filled before it.
struct DueRule {
  private let record: HabitRecord
  private let firstDay: Day
  private let vacations: [Vacation]
  private let archivedDays: [(from: Day, to: Day?)]
  private let spans: [ScheduleSpan]
  private let weeks: Weeks
  private let today: Day
  private var intervalDays: Set<Int> = []

  /// - Parameter last: the last day that will be asked for.
  init(
    of record: HabitRecord,
    in state: TrackingState,
    through last: Day,
    today: Day,
    weeks: Weeks
  ) {
    let rules = record.rules
    self.record = record
    self.weeks = weeks
    self.today = today
    firstDay = record.firstDay(asOf: today)
    vacations = state.vacations.filter { $0.covers($0.from, record.id) }
    archivedDays = rules.archivedDays
    let first = min(firstDay, last)
    spans = rules.schedules.spans(from: first, to: last, weeks: weeks)
    let hasInterval = spans.contains { if case .every = $0.schedule { true } else { false } }
    if hasInterval { intervalDays = findIntervalDays() }
  }

  func isDue(_ day: Day) -> Bool {
    guard !isArchived(day), let span = span(of: day) else { return false }
    switch span.schedule {
    case .daily: return true
    case .weekdays(let days): return days.contains(day.weekday)
    case .every: return intervalDays.contains(day.number)
    case .times(let times, let period):
      var start = period.start(of: day, weeks: weeks)
      // Days done before a change of the rhythm fill windows of days, not calendar periods.
      if span.schedule.calendarPeriod != nil { start = max(start, span.from) }
      let earlier = start.number..<max(start.number, day.number)
      return earlier.count { record.isDone(on: $0) } < quota(times, period, of: day, span)
    }
  }

  /// Returns whether the rhythm of a day is a quota, which any other day of its period could fill.
  func isOfQuota(_ day: Day) -> Bool {
    if case .times = span(of: day)?.schedule { true } else { false }
  }

  private func span(of day: Day) -> ScheduleSpan? {
    spans.last { $0.from <= day } ?? spans.first
  }

  /// Returns the days on which a rhythm of every `n` days is due, found in one walk.
  ///
  /// It is due on its first day and `n` days after it was last done, days of rest not counted. When
  /// missed it stays due until it is done; of the days that have passed, each `n`th was due again.
  private func findIntervalDays() -> Set<Int> {
    var due: Set<Int> = []
    var passed = Int.max
    for span in spans where span.to >= firstDay {
      guard case .every(let days) = span.schedule else {
        walk(span) { passed = $1 ? 0 : $2 || passed == .max ? passed : passed + 1 }
        continue
      }
      passed = min(passed, days - 1)
      walk(span) { number, isDone, isResting in
        let counted = isResting && !isDone ? passed : passed + 1
        let isUnit = isDone || number >= today.number || counted.isMultiple(of: days)
        if counted >= days, isUnit, isDone || !isResting { due.insert(number) }
        passed = isDone ? 0 : counted
      }
    }
    return due
  }

  /// Calls `body` with each day of a span, and with whether it was done or is rested.
  private func walk(
    _ span: ScheduleSpan,
    _ body: (_ number: Int, _ isDone: Bool, _ isResting: Bool) -> Void
  ) {
    for number in max(span.from, firstDay).number...span.to.number {
      body(number, record.isDone(on: number), isResting(Day(number: number)))
    }
  }

  private func quota(
    _ times: Int,
    _ period: Schedule.Period,
    of day: Day,
    _ span: ScheduleSpan
  ) -> Int {
    guard span.schedule.calendarPeriod != nil else { return times }
    let start = period.start(of: day, weeks: weeks)
    let end = period.end(of: day, weeks: weeks)
    let from = min(max(start, span.from), end)
    let active = (from.number...end.number).count { !isResting(Day(number: $0)) }
    // A quota of zero asks for nothing, but is still open to people who want to do the habit.
    return max(1, ScaledQuota.times(times, active: active, of: start.distance(to: end) + 1))
  }

  /// Whether a day asks for nothing; a mark of a future day, made further east, does not count yet.
  private func isResting(_ day: Day) -> Bool {
    day <= today && record.entries.mark(on: day.number) == .skipped
      || isOnVacation(day) || isArchived(day)
  }

  /// Whether a day is before the habit began, where no vacation applies.
  func isBeforeFirst(_ day: Day) -> Bool { day < firstDay }

  func isOnVacation(_ day: Day) -> Bool { vacations.contains { $0.from <= day && day <= $0.to } }

  /// Returns whether the habit was in the archive on a day, and therefore is not shown as due.
  func isArchived(_ day: Day) -> Bool {
    archivedDays.contains { $0.from <= day && $0.to.map { day <= $0 } ?? true }
  }
}
