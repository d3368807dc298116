import Core
import RemindersContract
import TrackingContract

/// The same reason for a notice has the same name everywhere and always: that is what keeps any
/// notice from being given twice.
enum NoticeNames {
  static func reminder(_ habit: HabitID, on date: Day, minutes: Int) -> NoticeID {
    name(.reminder, habit, date, "\(minutes)")
  }

  /// A milestone is reached once in a run, however often its last day is taken back and set.
  static func milestone(_ habit: HabitID, _ level: Int, runFrom first: Day) -> NoticeID {
    name(.milestone, habit, first, "\(level)")
  }

  static func merged(_ kind: NoticeKind, on day: Day) -> NoticeID { name(kind, nil, day, "") }

  /// FNV-1a, 128 bits (Fowler, Noll, Vo; RFC 9923).
  private static func name(
    _ kind: NoticeKind,
    _ habit: HabitID?,
    _ day: Day,
    _ detail: String
  )
    -> NoticeID
  {
    let text = "\(kind.rawValue)/\(habit?.description ?? "")/\(day.number)/\(detail)"
    let prime: UInt128 = 1 << 88 | 0x13B
    let basis: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
    return NoticeID(rawValue: text.utf8.reduce(basis) { ($0 ^ UInt128($1)) &* prime })
  }
}
