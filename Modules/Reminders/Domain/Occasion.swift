import Core
import RemindersContract
import TrackingContract

/// A moment at which a notice may be due.
struct Occasion {
  let kind: NoticeKind
  let id: NoticeID
  /// The habit, for reminders.
  let habit: HabitID?
  /// The time at which it is due, before quiet hours are taken into account.
  let at: Instant
  /// The time from which the notice is obsolete.
  var ends: Instant
  /// The local day of `at`.
  let day: Day
  /// Whether it is a reminder for a single day, given even if nothing is scheduled then.
  var isOneTime = false

  init(kind: NoticeKind, id: NoticeID, habit: HabitID?, at: Instant, calendar: LocalCalendar) {
    self.kind = kind
    self.id = id
    self.habit = habit
    self.at = at
    day = calendar.day(at: at)
    ends = calendar.start(of: day.advanced(by: 1))
  }
}

/// The occasions around now, derived from the user's preferences and the calendar alone.
struct Occasions {
  /// The time in the morning of notices about ended and long streaks.
  static let morningMinutes = 9 * 60

  let state: RemindersState
  let calendar: LocalCalendar
  let today: Day
  let now: Instant

  /// The days whose occasions may not be obsolete yet, and those of the coming week.
  private var dates: ClosedRange<Int> { (today.number - 1)...(today.number + 8) }

  func reminders(
    of habit: HabitID,
    _ reminders: [(slot: ReminderSlot, reminder: RemindersState.StoredReminder)]
  )
    -> [Occasion]
  {
    guard let since = state.since(.reminder) else { return [] }
    return reminders.flatMap { slot, reminder in
      dates.map(Day.init(number:)).compactMap { date -> Occasion? in
        guard slot.day.map({ $0 == date }) ?? reminder.names(date) else { return nil }
        let at = calendar.zone.instant(on: date, secondOfDay: slot.minutes * 60)
        guard at > max(passed(since), passed(reminder.at)) else { return nil }
        let id = NoticeIDs.reminder(habit, on: date, minutes: slot.minutes)
        var occasion = Occasion(kind: .reminder, id: id, habit: habit, at: at, calendar: calendar)
        occasion.isOneTime = slot.day != nil
        return occasion
      }
    }
  }

  /// Returns when something was set, or the distant past for a time in the future.
  ///
  /// Such a time was read from a wrong clock, and would suppress all notices until then.
  private func passed(_ set: Instant) -> Instant { set <= now ? set : Instant(milliseconds: .min) }

  /// The occasions of the kinds that are about all habits.
  var merged: [Occasion] {
    dates.map(Day.init(number:)).flatMap { day in
      let morning = calendar.zone.instant(
        on: day,
        secondOfDay: Occasions.morningMinutes * 60
      )
      let evening = WarningTime.on(day, quiet: state.quiet, calendar: calendar)
      let isFirstOfWeek = day.weekday == calendar.weekStart
      return [
        occasion(.atRisk, day, evening), occasion(.broken, day, morning),
        isFirstOfWeek ? occasion(.weekly, day, morning) : nil, timed(.pledge, day),
        timed(.review, day),
      ]
      .compactMap { $0 }
    }
  }

  /// How long a timed notice is useful; nobody wants the morning's notice late at night.
  private static let secondsOfUse: Int64 = 6 * 3600

  private func timed(_ kind: NoticeKind, _ day: Day) -> Occasion? {
    guard let minutes = state.minutes(kind) else { return nil }
    let at = calendar.zone.instant(on: day, secondOfDay: minutes * 60)
    guard var occasion = occasion(kind, day, at) else { return nil }
    occasion.ends = min(occasion.ends, at.advanced(bySeconds: Occasions.secondsOfUse))
    return occasion
  }

  private func occasion(_ kind: NoticeKind, _ day: Day, _ at: Instant) -> Occasion? {
    guard let since = state.since(kind), at > passed(since) else { return nil }
    let id = NoticeIDs.merged(kind, on: day)
    return Occasion(kind: kind, id: id, habit: nil, at: at, calendar: calendar)
  }
}

extension RemindersState.StoredReminder {
  func names(_ date: Day) -> Bool { weekdays.isEmpty || weekdays.contains(date.weekday) }
}
