import Core
import Presentation
import RemindersContract
import TrackingContract

/// The output of `trellis reminders --json`.
struct RemindersDocument: Codable, Sendable {
  let on: Bool
  /// `22:00-07:00`.
  @OrNull var quiet: QuietHours?
  let kinds: [NoticeKind: Bool]
  /// The times of the kinds that have one; absent where there are none.
  let times: [NoticeKind: String]?
  let items: [HabitRemindersDocument]
  /// The channels on which notices arrive.
  let channels: [String]

  init(_ report: RemindersReport) {
    on = report.isOn
    quiet = report.quiet
    kinds = report.kinds
    times = report.times?.mapValues { TimeOfDay($0).description }
    items = report.items.map { HabitRemindersDocument($0) }
    channels = ["terminal", "inbox"] + (NoticeChannels.current.reachesDesktop ? ["desktop"] : [])
  }
}

/// The output of `trellis remind --json`, and an item of the list.
struct HabitRemindersDocument: Codable, Sendable {
  struct Time: Codable, Sendable {
    /// `19:00`.
    let time: String
    /// Full names in lowercase; empty for every day.
    let weekdays: [String]
    /// The day of a single reminder.
    @OrNull var day: Day?
  }

  let id: HabitID
  let title: String
  let times: [Time]
  /// True for a habit in the archive, which nothing reminds of; absent for any other.
  let archived: Bool?

  init(_ reminders: HabitReminders, isArchived: Bool = false) {
    archived = isArchived ? true : nil
    id = reminders.habit
    title = reminders.title
    times = reminders.reminders.map { reminder in
      Time(
        time: TimeOfDay(reminder.slot.minutes).description,
        weekdays: reminder.weekdays.map { $0.name.lowercased() },
        day: reminder.slot.day
      )
    }
  }
}
