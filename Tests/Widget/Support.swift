import Core
import TestKit
import Testing
import TrackingContract
import WidgetContract
import WidgetDomain

func at(_ text: String) throws -> Instant {
  try #require(Instant(rfc3339: text), "\(text) is no moment")
}

/// Creates the widget module alone; the test supplies the habits that Tracking would return.
func widget(
  _ habits: [HabitDays],
  now: String = "2026-03-12T12:00:00Z",
  zone: String = "UTC",
  dayStart: DayStart = .midnight
) throws -> Harness {
  let calendar = LocalCalendar(zone: try Zone(identifier: zone), dayStart: dayStart)
  let harness = Harness(WidgetModule.self, now: try at(now), calendar: calendar)
  harness.answering(DaysOfHabits.self) { query in
    #expect(query.from == query.to)
    return habits.map { days in
      let state = days.days[0]
      let today = DayState(
        day: query.from,
        status: state.status,
        isDue: state.isDue,
        entry: state.entry,
        target: state.target
      )
      return HabitDays(habit: days.habit, firstDay: days.firstDay, days: [today])
    }
  }
  return harness
}

/// Creates a habit with one day.
func habit(
  _ number: Int,
  _ status: DayStatus = .open,
  isDue: Bool = true,
  target: Target? = nil,
  entered: Amount? = nil,
  color: String = "teal"
) -> HabitDays {
  let id = HabitID(rawValue: UInt128(number))
  var details = HabitDetails(title: "Habit \(number)", target: target)
  details.color = HabitColor(color) ?? .green
  let day = Day(number: 20_000)
  let habit = Habit(id: id, details: details, createdOn: day, createdAt: Instant(seconds: 0))
  let entry = entered.map { Entry(mark: .done, value: $0) }
  let state = DayState(day: day, status: status, isDue: isDue, entry: entry, target: target)
  return HabitDays(habit: habit, firstDay: day, days: [state])
}
