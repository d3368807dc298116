import Core
import RemindersContract
import RemindersDomain
import StreaksContract
import TestKit
import Testing
import TrackingContract

/// A user with habits, whose Tracking and Streaks return what the test sets.
final class Person {
  let harness: Harness
  var habits: [Habit] = []
  /// The status of today by habit; habits that are not listed are open.
  var status: [HabitID: DayStatus] = [:]
  /// The habits that are not scheduled today.
  var notDue: Set<HabitID> = []
  var streaks: [HabitStreak] = []
  var ended: [EndedStreak] = []
  var offers: [FreezeOffer] = []

  init(
    _ now: String,
    zone: String = "UTC",
    policies: Policies = Policies(),
    device: UInt64 = 1
  )
    throws
  {
    harness = Harness(
      RemindersModule.self,
      now: try instant(now),
      calendar: LocalCalendar(zone: try Zone(identifier: zone)),
      policies: policies,
      device: device
    )
    harness.answering(AllHabits.self) { [unowned self] query in
      habits.filter { query.includesArchived || !$0.details.archived }
    }
    harness.answering(DaysOfHabits.self) { [unowned self] query in
      habits.filter { !$0.details.archived }.map { days(of: $0, query.from) }
    }
    harness.answering(AllStreaks.self) { [unowned self] _ in
      StreaksReport(items: streaks, freezes: FreezeStock(earned: 0, used: 0), offers: offers)
    }
    harness.answering(EndedStreaks.self) { [unowned self] _ in ended }
    harness.answering(StreakOf.self) { [unowned self] query in
      guard let streak = streaks.first(where: { $0.habit == query.habit }) else {
        throw DomainError("no-habit", "There is no such habit.")
      }
      return streak
    }
    harness.answering(RunsOf.self) { [unowned self] query in
      streaks.filter { query.habit == nil || query.habit == $0.habit }
        .map { runs(of: $0, query.reaching) }
    }
  }

  /// Returns the runs of a streak, with a done day on each day.
  private func runs(of streak: HabitStreak, _ lengths: [Int]) -> HabitRuns {
    let current = streak.current > 0 ? streak.currentFrom : nil
    let run = current.map { start in
      StreakRun(
        start: start,
        end: start.advanced(by: streak.current - 1),
        length: streak.current,
        unit: streak.unit,
        doneDays: streak.current,
        isCurrent: true,
        reached: lengths.filter { $0 <= streak.current }
          .map { .init(length: $0, day: start.advanced(by: $0 - 1)) }
      )
    }
    return HabitRuns(
      habit: streak.habit,
      title: streak.title,
      unit: streak.unit,
      difficulty: .easy,
      runs: [run].compactMap { $0 }
    )
  }

  private func days(of habit: Habit, _ day: Day) -> HabitDays {
    let state = DayState(
      day: day,
      status: status[habit.id] ?? .open,
      isDue: !notDue.contains(habit.id),
      entry: nil
    )
    return HabitDays(habit: habit, firstDay: habit.createdOn, days: [state])
  }

  @discardableResult
  func add(_ title: String, reminders: [ReminderTime] = []) throws -> HabitID {
    let id = HabitID(rawValue: UInt128(habits.count + 1))
    let details = HabitDetails(title: title, reminders: reminders)
    let habit = Habit(
      id: id,
      details: details,
      createdOn: harness.calendar.day(at: harness.now),
      createdAt: harness.now
    )
    habits.append(habit)
    try harness.given(change: HabitChanged(habit: habit))
    return id
  }

  func remind(
    _ habit: HabitID,
    _ time: String,
    on weekdays: Set<Weekday> = [],
    day: Day? = nil
  )
    throws
  {
    let minutes = try #require(TimeOfDay(time)).minutes
    let slot = ReminderSlot(minutes: minutes, day: day)
    try harness.when(SetReminder(habit: habit, slot: slot, weekdays: weekdays))
  }

  func choose(_ preference: NoticePreference, _ value: String) throws {
    try harness.when(SetNoticePreference(preference: preference, value: value))
  }

  /// Switches off all kinds of notices except one.
  func only(_ kind: NoticeKind) throws {
    for other in NoticeKind.allCases where other != kind && !other.isTimed {
      try choose(.kind(other), "off")
    }
  }

  func streak(_ habit: HabitID, _ current: Int, atRisk: Bool = false, unit: StreakUnit = .day) {
    let today = harness.calendar.day(at: harness.now)
    let streak = HabitStreak(
      habit: habit,
      title: "",
      unit: unit,
      current: current,
      best: current,
      atRisk: atRisk,
      isProtectedNow: false,
      adjusted: 0,
      score: 0,
      strength: 0,
      protectedDays: [],
      currentFrom: today.advanced(by: 1 - current)
    )
    streaks.removeAll { $0.habit == habit }
    streaks.append(streak)
  }

  /// Returns how many days today is after another day.
  func days(since day: String) -> Int {
    Day(day)?.distance(to: harness.calendar.day(at: harness.now)) ?? 0
  }

  /// Checks a habit now, so that its run has `length` days and ends today.
  func reach(_ length: Int, _ habit: HabitID) throws {
    streak(habit, length)
    try tell(habit, from: length - 1, to: length)
  }

  /// Publishes the effect on a run of the check of a day, which is `back` days before today.
  func tell(_ habit: HabitID, from: Int, to: Int, back: Int = 0) throws {
    let day = harness.calendar.day(at: harness.now).advanced(by: -back)
    try harness.given(
      change: StreakChanged(habit: habit, day: day, from: from, to: to, unit: .day)
    )
  }

  /// Advances the clock and fires each alarm when it is due, like a program that always runs.
  func live(until end: String) throws {
    let end = try instant(end)
    while let next = nextAlarm, next.at <= end {
      harness.now = max(harness.now, next.at)
      try harness.wake(next.key)
      if let again = harness.alarms[next.key] {
        try #require(again > next.at || again > harness.now)
      }
    }
    harness.now = end
  }

  private var nextAlarm: (key: AlarmKey, at: Instant)? {
    let first = harness.alarms.min { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }
    return first.map { ($0.key, $0.value) }
  }

  /// Advances the clock and fires once all alarms that became due in the meantime.
  func sleep(until end: String) throws {
    harness.now = try instant(end)
    let due = harness.alarms.filter { $0.value <= harness.now }.keys
    for key in due.sorted(by: { $0.rawValue < $1.rawValue }) { try harness.wake(key) }
  }

  /// Returns the notices delivered since the last call, with their times: `reminder 19:00`.
  func heard() -> [String] {
    let signals = harness.signals.compactMap { $0 as? NoticeDue }
    defer { seen = signals.count }
    return signals.dropFirst(seen).map { signal in
      let seconds = harness.calendar.zone.localSeconds(at: signal.notice.at)
      let date = Day(number: Int(seconds / 86_400))
      return "\(signal.notice.kind.rawValue) \(date) \(TimeOfDay(Int(seconds % 86_400 / 60)))"
    }
  }

  private var seen = 0
  let alarm: AlarmKey = "next"
}

func instant(_ text: String) throws -> Instant {
  try #require(Instant(rfc3339: text.contains("T") ? text : text + "T00:00:00Z"), "\(text)")
}

func day(_ text: String) throws -> Day { try #require(Day(text)) }
