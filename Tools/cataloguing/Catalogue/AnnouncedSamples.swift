import Core
import GamificationContract
import ProfileContract
import RemindersContract
import StreaksContract
import TrackingContract

/// A sample event of each type that other programs can receive.
///
/// The catalogue shows them, and their encodings are frozen with it: a sample is never changed,
/// except to give a value to a new member.
public enum AnnouncedSamples {
  public static let all: [any IntegrationEvent] = [
    HabitChanged(
      habit: Habit(
        id: habit,
        details: HabitDetails(title: "Read", icon: "📚", group: "Evening"),
        createdOn: day,
        createdAt: instant
      )
    ),
    HabitRemoved(habit: habit),
    CheckChanged(habit: habit, day: day, from: .open, to: .done, value: Amount(12), isKnown: true),
    VacationsChanged(
      vacations: [Vacation(id: EntityID(rawValue: 10), from: day, to: day.advanced(by: 6))]
    ),
    StreakChanged(habit: habit, day: day, from: 6, to: 7, unit: .day, start: start),
    FreezeReturned(habit: habit, day: day),
    MilestoneReached(
      habit: habit,
      level: 7,
      day: day,
      unit: .day,
      start: start,
      recorded: RecordedDays(done: 7, witnessed: 6)
    ),
    BadgeEarned(
      Badge(
        habit: habit,
        title: "Read",
        level: 7,
        unit: .day,
        day: day,
        times: 1,
        isHard: false,
        recorded: RecordedDays(done: 7, witnessed: 6)
      )
    ),
    NoticeDue(
      notice: Notice(
        id: NoticeID(rawValue: 11),
        kind: .atRisk,
        day: day,
        subjects: [NoticeSubject(habit: habit, count: 6, unit: .day, canBeSaved: true)],
        at: instant
      )
    ),
    ProfileChanged(),
  ]

  private static let habit = HabitID(rawValue: 0x0197_76F1_B8C8_0000_0000_0000_0000_0001)
  /// 2026-03-12.
  private static let day = Day(number: 20_524)
  private static let start = day.advanced(by: -6)
  /// 2026-03-12T12:00:00Z.
  private static let instant = Instant(milliseconds: 1_773_316_800_000)
}
