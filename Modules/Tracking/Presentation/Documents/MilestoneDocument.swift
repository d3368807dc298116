import Core
import GamificationContract
import StreaksContract

/// A milestone that was just reached, as printed by `--json`.
struct MilestoneDocument: Codable, Sendable {
  /// The length of the run, such as 30.
  let level: Int
  /// The unit of `level`.
  let unit: StreakUnit
  /// The day on which a run first reached the level.
  let day: Day
  /// The number of runs that have reached the level.
  let times: Int

  init(_ badge: Badge) {
    level = badge.level
    unit = badge.unit
    day = badge.day
    times = badge.times
  }
}
