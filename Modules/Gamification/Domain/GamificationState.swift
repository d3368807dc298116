import Core
import GamificationContract
import StreaksContract
import TrackingContract

/// The milestones that were reported to the user.
///
/// Badges and scores are queried from the history.
public struct GamificationState: ModuleState, Equatable {
  public static let foldVersion = 1

  /// The reported milestones, in ascending order.
  private(set) var reported: [Milestone] = []
  /// The deleted habits, in ascending order; later facts about them are ignored.
  private(set) var removed: [HabitID] = []

  public init() {}

  // MARK: Folding

  mutating func apply(_ fact: MilestoneReported) {
    guard !removed.contains(fact.habit) else { return }
    let milestone = Milestone(habit: fact.habit, level: fact.level, start: fact.start)
    let place = reported.firstIndex { milestone <= $0 } ?? reported.count
    guard place == reported.count || reported[place] != milestone else { return }
    reported.insert(milestone, at: place)
  }

  /// Removes a deleted habit.
  mutating func remove(_ habit: HabitID) {
    reported.removeAll { $0.habit == habit }
    let place = removed.firstIndex { habit <= $0 } ?? removed.count
    guard place == removed.count || removed[place] != habit else { return }
    removed.insert(habit, at: place)
  }

  /// Whether a milestone may still be reported.
  func isNews(_ milestone: Milestone) -> Bool {
    !reported.contains(milestone) && !removed.contains(milestone.habit)
  }

  // MARK: Snapshots

  public init(from reader: inout ByteReader) throws {
    reported = try reader.readList { reader in
      Milestone(
        habit: try reader.read(),
        level: Int(try reader.read(Int64.self)),
        start: Day(number: Int(try reader.read(Int32.self)))
      )
    }
    removed = try reader.readList { try $0.read(HabitID.self) }
    let isSorted =
      zip(reported, reported.dropFirst()).allSatisfy { $0 < $1 }
      && zip(removed, removed.dropFirst()).allSatisfy { $0 < $1 }
    guard isSorted else { throw reader.malformed }
  }

  public func write(to writer: inout ByteWriter) {
    writer.write(count: reported.count)
    for milestone in reported {
      writer.write(milestone.habit)
      writer.write(Int64(milestone.level))
      writer.write(Int32(clamping: milestone.start.number))
    }
    writer.write(count: removed.count)
    for habit in removed { writer.write(habit) }
  }
}
