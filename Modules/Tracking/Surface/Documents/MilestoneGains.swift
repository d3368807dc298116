import CommandKit
import Core
import GamificationContract
import StreaksContract
import TrackingContract

/// What a command did to the badges of a habit, where something here gives badges.
struct MilestoneGains: Sendable {
  private let habit: HabitID
  private let before: [Badge]

  /// Remembers how it stands before the command; asked only for programs, as a person is told by
  /// whoever celebrates.
  static func before(_ habit: HabitID, _ session: Session) async throws -> MilestoneGains {
    MilestoneGains(habit: habit, before: try await badges(of: habit, session))
  }

  /// The milestones that a run reached by the command.
  func after(_ session: Session) async throws -> [MilestoneDocument] {
    let known = Dictionary(before.map { ($0.level, $0.times) }) { $1 }
    return try await MilestoneGains.badges(of: habit, session)
      .filter { $0.times > known[$0.level] ?? 0 }
      .map { MilestoneDocument($0) }
  }

  private static func badges(of habit: HabitID, _ session: Session) async throws -> [Badge] {
    guard session.format == .json else { return [] }
    return try await session.askIfAnswered(AllBadges(habit: habit))?.items ?? []
  }
}

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
