import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// The output of `trellis today --json`.
struct TodayDocument: Codable, Sendable {
  struct Item: Codable, Sendable {
    let id: HabitID
    let title: String
    /// An emoji.
    @OrNull var icon: String?
    @OrNull var group: String?
    let color: HabitColor
    let status: DisplayStatus
    /// Null if no module counts streaks.
    @OrNull var streak: Int?
    /// The length of the longest run; null if no module counts streaks.
    @OrNull var best: Int?
    let atRisk: Bool
    let priority: Priority
    let difficulty: Difficulty
    let schedule: Schedule
    @OrNull var value: Double?
    @OrNull var target: Double?
    @OrNull var unit: String?
    @OrNull var note: String?
  }

  let day: Day
  let timeZone: String
  let items: [Item]
  let done: Int
  let open: Int
  let message: String
  let quote: String
  @OrNull var displayName: String?

  init(_ report: TodayReport, _ context: any SpaceContext) {
    day = report.day
    timeZone = context.calendar.zone.identifier
    items = report.items.map(Item.init)
    done = report.done
    open = report.open
    message = report.message(context)
    quote = context.say(.quote)
    displayName = report.displayName.isEmpty ? nil : report.displayName
  }
}

extension TodayDocument.Item {
  fileprivate init(_ item: TodayReport.Item) {
    let details = item.details
    self.init(
      id: item.habit.id,
      title: details.title,
      icon: details.icon?.description,
      group: details.group,
      color: details.color,
      status: item.status,
      streak: item.streak?.current,
      best: item.streak?.best,
      atRisk: item.streak?.atRisk ?? false,
      priority: details.priority,
      difficulty: details.difficulty,
      schedule: details.schedule,
      value: item.entry?.value?.value,
      target: item.target?.amount.value,
      unit: item.target?.unit,
      note: item.entry?.writtenNote
    )
  }
}

extension Entry {
  /// The note; nil if it is empty.
  var writtenNote: String? { note.isEmpty ? nil : note }
}
