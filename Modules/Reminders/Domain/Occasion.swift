import Core
import RemindersContract
import TrackingContract

/// A moment at which there may be something to tell.
struct Occasion {
  let kind: NoticeKind
  let id: NoticeID
  /// The habit, for reminders.
  let habit: HabitID?
  /// When it is due, quiet hours not yet considered.
  let at: Instant
  /// From then on it does not make sense any more.
  let ends: Instant
  /// The local day that `at` is in.
  let day: Day
  /// For a reminder of one day alone: given also where the schedule asks for nothing.
  var isWished = false

  init(kind: NoticeKind, id: NoticeID, habit: HabitID?, at: Instant, calendar: LocalCalendar) {
    self.kind = kind
    self.id = id
    self.habit = habit
    self.at = at
    day = calendar.day(at: at)
    ends = calendar.start(of: day.advanced(by: 1))
  }
}

/// The occasions around now, from what a person chose and the calendar alone.
struct Occasions {
  /// In the morning: when streaks that ended, and those that go on long, are spoken of.
  static let morningMinutes = 9 * 60
  /// How long before the day ends it is said what ends with it.
  static let warningSeconds: Int64 = 2 * 3600

  let state: RemindersState
  let calendar: LocalCalendar
  let today: Day

  /// Dates that may hold an occasion which still makes sense, and those of a week to come.
  private var dates: ClosedRange<Int> { (today.number - 1)...(today.number + 8) }

  func reminders(
    of habit: HabitID,
    _ wished: [(slot: ReminderSlot, wish: RemindersState.Wish)]
  )
    -> [Occasion]
  {
    guard let since = state.since(.reminder) else { return [] }
    return wished.flatMap { slot, wish in
      dates.map(Day.init(number:)).compactMap { date -> Occasion? in
        guard slot.day.map({ $0 == date }) ?? wish.names(date) else { return nil }
        let at = calendar.zone.instant(on: date, secondOfDay: slot.minutes * 60)
        guard at > max(since, wish.at) else { return nil }
        let id = NoticeNames.reminder(habit, on: date, minutes: slot.minutes)
        var occasion = Occasion(kind: .reminder, id: id, habit: habit, at: at, calendar: calendar)
        occasion.isWished = slot.day != nil
        return occasion
      }
    }
  }

  /// The occasions of the kinds that are about all habits.
  var merged: [Occasion] {
    dates.map(Day.init(number:)).flatMap { day in
      let morning = calendar.zone.instant(
        on: day,
        secondOfDay: Occasions.morningMinutes * 60
      )
      let evening = calendar.start(of: day.advanced(by: 1))
        .advanced(bySeconds: -Occasions.warningSeconds)
      let isFirstOfWeek = day.weekday == calendar.weekStart
      return [
        occasion(.atRisk, day, evening), occasion(.broken, day, morning),
        isFirstOfWeek ? occasion(.weekly, day, morning) : nil,
      ]
      .compactMap { $0 }
    }
  }

  private func occasion(_ kind: NoticeKind, _ day: Day, _ at: Instant) -> Occasion? {
    guard let since = state.since(kind), at > since else { return nil }
    let id = NoticeNames.merged(kind, on: day)
    return Occasion(kind: kind, id: id, habit: nil, at: at, calendar: calendar)
  }
}

extension RemindersState.Wish {
  func names(_ date: Day) -> Bool { weekdays.isEmpty || weekdays.contains(date.weekday) }
}
