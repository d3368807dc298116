import Core
import GamificationContract
import StreaksContract

/// A milestone that was just reached, as `--json` prints it.
struct MilestoneDocument: Encodable, Sendable {
  /// 7, 30, 60, 100 or 365.
  let level: Int
  /// What `level` counts.
  let unit: StreakUnit
  /// The day on which a run first reached the level.
  let day: Day
  /// How many runs have reached it.
  let times: Int

  init(_ badge: Badge) {
    level = badge.level
    unit = badge.unit
    day = badge.day
    times = badge.times
  }
}
