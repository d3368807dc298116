import Core
import Presentation
import RemindersContract
import TrackingContract

/// A habit, as printed by `--json`.
struct HabitDocument: Codable, Sendable {
  struct TargetDocument: Codable, Sendable {
    let amount: Double
    let unit: String
    let direction: Target.Direction
  }

  struct ReminderDocument: Codable, Sendable {
    /// The time as `HH:MM`.
    let time: String
    /// The weekdays as `mon`, `tue`, …; empty for every day.
    let weekdays: [String]
    /// The day of a single reminder; absent if it recurs.
    let day: Day?
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
  /// The reminders in force; where nothing reminds, those that were imported with the habit.
  let reminders: [ReminderDocument]
  let createdOn: Day
  /// The time of creation, in RFC 3339 and the user's time zone.
  let createdAt: String

  /// - Parameter given: The reminders of all habits; nil where nothing reminds.
  init(_ habit: Habit, remindersOf given: RemindersReport? = nil, zone: Zone) {
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
    reminders =
      given.map { report in
        let own = report.items.first { $0.habit == habit.id }
        return own?.reminders.map { ReminderDocument($0) } ?? []
      } ?? details.reminders.map { ReminderDocument($0) }
    createdOn = habit.createdOn
    createdAt = habit.createdAt.rfc3339(in: zone)
  }
}

extension HabitDocument.ReminderDocument {
  init(_ reminder: Reminder) {
    time = TimeOfDay(reminder.slot.minutes).description
    weekdays = reminder.weekdays.map(\.abbreviation)
    day = reminder.slot.day
  }

  init(_ imported: ReminderTime) {
    time = TimeOfDay(imported.minutes).description
    weekdays = imported.weekdays.sorted().map(\.abbreviation)
    day = nil
  }
}

extension SpaceContext {
  /// The reminders of all habits; nil where nothing reminds.
  func givenReminders() async throws -> RemindersReport? {
    product.policies.allowsNotices ? try await askIfAvailable(AllReminders()) : nil
  }
}

/// The list of all habits.
struct ListDocument: Codable, Sendable {
  let items: [HabitDocument]

  static func load(_ habits: [Habit], _ context: some SpaceContext) async throws -> ListDocument {
    let given = try await context.givenReminders()
    let zone = context.calendar.zone
    return ListDocument(items: habits.map { HabitDocument($0, remindersOf: given, zone: zone) })
  }
}

/// A habit that was deleted.
struct DeletedDocument: Encodable, Sendable {
  let id: HabitID
  let title: String
  let deleted: Bool
}

/// A vacation, as printed by `--json`.
struct VacationDocument: Codable, Sendable {
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

struct VacationsDocument: Codable, Sendable {
  let items: [VacationDocument]
}

struct CancelledVacationDocument: Encodable, Sendable {
  let id: EntityID
  let cancelled: Bool
}
