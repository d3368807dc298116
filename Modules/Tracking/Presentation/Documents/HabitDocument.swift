import Core
import Presentation
import TrackingContract

/// A habit, as printed by `--json`.
struct HabitDocument: Encodable, Sendable {
  struct TargetDocument: Encodable, Sendable {
    let amount: Double
    let unit: String
    let direction: Target.Direction
  }

  struct ReminderDocument: Encodable, Sendable {
    /// The time as `HH:MM`.
    let time: String
    /// The weekdays as `mon`, `tue`, …; empty for every day.
    let weekdays: [String]
  }

  let id: HabitID
  let title: String
  let notes: String
  let question: String
  let color: HabitColor
  /// An emoji.
  @OrNull var icon: String?
  @OrNull var group: String?
  let schedule: Schedule
  let priority: Priority
  let difficulty: Difficulty
  @OrNull var target: TargetDocument?
  let archived: Bool
  let position: Int
  let reminders: [ReminderDocument]
  let createdOn: Day
  /// The time of creation, in RFC 3339 and the user's time zone.
  let createdAt: String

  init(_ habit: Habit, zone: Zone) {
    let details = habit.details
    id = habit.id
    title = details.title
    notes = details.notes
    question = details.question
    color = details.color
    icon = details.icon?.description
    group = details.group
    schedule = details.schedule
    priority = details.priority
    difficulty = details.difficulty
    target = details.target.map {
      TargetDocument(amount: $0.amount.value, unit: $0.unit, direction: $0.direction)
    }
    archived = details.archived
    position = details.position
    reminders = details.reminders.map(ReminderDocument.init)
    createdOn = habit.createdOn
    createdAt = habit.createdAt.rfc3339(in: zone)
  }
}

extension HabitDocument.ReminderDocument {
  init(_ reminder: ReminderTime) {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
    time = "\(digits(reminder.minutes / 60)):\(digits(reminder.minutes % 60))"
    weekdays = reminder.weekdays.sorted().map(\.abbreviation)
  }
}

/// The list of all habits.
struct ListDocument: Encodable, Sendable {
  let items: [HabitDocument]
}

/// A habit that was deleted.
struct DeletedDocument: Encodable, Sendable {
  let id: HabitID
  let title: String
  let deleted: Bool
}

/// A vacation, as printed by `--json`.
struct VacationDocument: Encodable, Sendable {
  let id: EntityID
  let from: Day
  let to: Day
  /// The habits on vacation; null for all habits.
  @OrNull var habits: [HabitID]?

  init(_ vacation: Vacation) {
    id = vacation.id
    from = vacation.from
    to = vacation.to
    habits = vacation.habits.map { $0.sorted() }
  }
}

struct VacationsDocument: Encodable, Sendable {
  let items: [VacationDocument]
}

struct CancelledVacationDocument: Encodable, Sendable {
  let id: EntityID
  let cancelled: Bool
}
