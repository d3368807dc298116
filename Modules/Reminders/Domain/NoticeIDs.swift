import Core
import RemindersContract
import StreaksContract
import TrackingContract

/// Derives IDs of notices.
///
/// The same reason always results in the same ID on every device, which prevents a notice from
/// being given twice.
enum NoticeIDs {
  static func reminder(_ habit: HabitID, on date: Day, minutes: Int) -> NoticeID {
    name(.reminder, habit, date, "\(minutes)")
  }

  /// A milestone is reached once per run, even if its last day is cleared and set repeatedly.
  ///
  /// - Parameter unit: nil for the number alone, as earlier versions name it in any unit.
  static func milestone(
    _ habit: HabitID,
    _ level: Int,
    _ unit: StreakUnit? = nil,
    runFrom first: Day
  ) -> NoticeID {
    name(.milestone, habit, first, "\(level)" + (unit.map { "/\($0.rawValue)" } ?? ""))
  }

  static func merged(_ kind: NoticeKind, on day: Day) -> NoticeID { name(kind, nil, day, "") }

  private static func name(
    _ kind: NoticeKind,
    _ habit: HabitID?,
    _ day: Day,
    _ detail: String
  )
    -> NoticeID
  {
    NoticeID(
      named: "\(kind.rawValue)/\(habit?.description ?? "")/\(day.number)/\(detail)"
    )
  }
}
