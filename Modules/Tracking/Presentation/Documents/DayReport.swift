import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// One day of one habit, with the streak as of today.
struct DayReport: Sendable {
  let habit: Habit
  let day: Day
  let status: DisplayStatus
  let entry: Entry
  /// What was to be reached on the day.
  let target: Target?
  let inCurrentStreak: Bool
  /// Whether the day is before the habit began, or the habit was in the archive.
  var outside: DayOutside?
  /// Nil if no module counts streaks.
  let streak: HabitStreak?
  /// The effect of marking the day on freezes.
  var freezes = FreezeNews()

  var amount: MeasuredAmount? { MeasuredAmount(entry.value, of: target, status) }

  static func load(
    _ habit: Habit,
    _ day: Day,
    _ context: any SpaceContext
  ) async throws -> DayReport {
    let today = context.today
    return try await context.run { try load(habit, day, today: today, in: $0) }
  }

  static func load(
    _ habit: Habit,
    _ day: Day,
    today: Day,
    in space: any SpaceScope
  ) throws -> DayReport {
    let calendar = try CalendarReport.load(habit, from: day, to: day, today: today, in: space)
    let item = calendar.days.first
    return DayReport(
      habit: habit,
      day: day,
      status: item?.status ?? .notDue,
      entry: item?.state.entry ?? .empty,
      target: item?.state.target,
      inCurrentStreak: item?.inCurrentStreak ?? false,
      outside: item?.outside,
      streak: try space.askIfAvailable(StreakOf(habit: habit.id))
    )
  }
}

/// The output of `trellis day --json` and of the commands that mark a day.
struct DayDocument: Codable, Sendable {
  let id: HabitID
  let title: String
  let day: Day
  let status: DisplayStatus
  let inCurrentStreak: Bool
  @OrNull var value: Double?
  @OrNull var target: Double?
  @OrNull var unit: String?
  @OrNull var note: String?
  /// When the day was marked, in RFC 3339 and the user's time zone.
  @OrNull var at: String?
  /// The streak as of today; null if no module counts streaks.
  @OrNull var streak: Int?
  @OrNull var best: Int?
  /// The milestones that this mark reached; omitted if nothing was marked.
  let milestones: [MilestoneDocument]?
  /// The number of freezes that this mark earned; omitted if it earned none.
  let freezesEarned: Int?

  init(_ report: DayReport, zone: Zone, milestones: [MilestoneDocument]? = nil) {
    self.milestones = milestones
    freezesEarned = report.freezes.earned > 0 ? report.freezes.earned : nil
    id = report.habit.id
    title = report.habit.details.title
    day = report.day
    status = report.status
    inCurrentStreak = report.inCurrentStreak
    value = report.entry.value?.value
    target = report.target?.amount.value
    unit = report.target?.unit
    note = report.entry.writtenNote
    at = report.entry.at?.rfc3339(in: zone)
    streak = report.streak?.current
    best = report.streak?.best
  }
}
