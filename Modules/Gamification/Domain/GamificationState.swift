import Core
import GamificationContract
import StreaksContract
import TrackingContract

/// The milestones that were reported to the user.
///
/// Badges and scores are queried from the history.
public struct GamificationState: ModuleState, Equatable {
  public static let foldVersion = 2

  /// The reported milestones, each with the day in UTC on which it was last reported.
  private(set) var reported: [Milestone: Day] = [:]
  /// The deleted habits, in ascending order; later facts about them are ignored.
  private(set) var removed: [HabitID] = []

  public init() {}

  // MARK: Folding

  mutating func apply(_ fact: MilestoneReported, at stamp: HybridTimestamp) {
    guard !removed.contains(fact.habit) else { return }
    let milestone = Milestone(
      habit: fact.habit,
      level: fact.level,
      start: fact.start,
      unit: fact.unit
    )
    let day = Day(at: stamp.clock.instant, minutesEast: 0)
    reported[milestone] = max(day, reported[milestone] ?? day)
  }

  /// Removes a deleted habit.
  mutating func remove(_ habit: HabitID) {
    reported = reported.filter { $0.key.habit != habit }
    let place = removed.firstIndex { habit <= $0 } ?? removed.count
    guard place == removed.count || removed[place] != habit else { return }
    removed.insert(habit, at: place)
  }

  /// Whether a milestone may still be reported.
  ///
  /// A run whose rhythm was changed from its beginning can reach the same number in days and in
  /// weeks, which are two milestones. Earlier versions reported the number without its unit: that
  /// counts for days, and for another unit if the number was reached in it by then.
  func isNews(_ reached: MilestoneReached) -> Bool {
    let milestone = reached.milestone
    guard reported[milestone] == nil, !removed.contains(milestone.habit) else { return false }
    let plain = Milestone(habit: reached.habit, level: reached.level, start: reached.start)
    guard let day = reported[plain] else { return true }
    // A local day can begin up to a day earlier than the day of the same date in UTC.
    return reached.unit != .day && day < reached.day.advanced(by: -1)
  }

  // MARK: Snapshots

  public init(from reader: inout ByteReader) throws {
    let milestones = try reader.readList { reader in
      let milestone = Milestone(
        habit: try reader.read(),
        level: Int(try reader.read(Int64.self)),
        start: Day(number: Int(try reader.read(Int32.self))),
        unit: try reader.readOptional { try $0.readNamed(StreakUnit.init(rawValue:)) }
      )
      return (milestone, Day(number: Int(try reader.read(Int32.self))))
    }
    reported = Dictionary(milestones, uniquingKeysWith: { $1 })
    removed = try reader.readList { try $0.read(HabitID.self) }
    let isSorted =
      zip(milestones, milestones.dropFirst()).allSatisfy { $0.0 < $1.0 }
      && zip(removed, removed.dropFirst()).allSatisfy { $0 < $1 }
    guard isSorted else { throw reader.malformed }
  }

  public func write(to writer: inout ByteWriter) {
    writer.write(count: reported.count)
    for (milestone, day) in reported.sorted(by: { $0.key < $1.key }) {
      writer.write(milestone.habit)
      writer.write(Int64(milestone.level))
      writer.write(Int32(clamping: milestone.start.number))
      writer.write(milestone.unit) { $0.write($1.rawValue) }
      writer.write(Int32(clamping: day.number))
    }
    writer.write(count: removed.count)
    for habit in removed { writer.write(habit) }
  }
}
