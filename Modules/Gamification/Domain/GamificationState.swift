import Core
import GamificationContract
import StreaksContract
import TrackingContract

/// Which milestones the person was told of.
///
/// Badges and scores are asked of the history.
public struct GamificationState: ModuleState {
  public static let foldVersion = 1

  /// Ascending.
  private(set) var told: [Milestone] = []
  /// Habits that are gone for good, ascending: what arrives about them later is passed over.
  private(set) var removed: [HabitID] = []

  /// The stamp of the last check that was imported: what follows from it is no news.
  ///
  /// Not kept: it matters only while that fact is being folded.
  var imported = Stamp.zero
  /// What this process has signalled, until it is told on disk too; not kept.
  private var signalled: Set<Milestone> = []

  public init() {}

  // MARK: Folding

  mutating func apply(_ fact: MilestoneTold) {
    guard !removed.contains(fact.habit) else { return }
    let milestone = Milestone(habit: fact.habit, level: fact.level, start: fact.start)
    let place = told.firstIndex { milestone <= $0 } ?? told.count
    guard place == told.count || told[place] != milestone else { return }
    told.insert(milestone, at: place)
  }

  /// The habit is gone for good.
  mutating func remove(_ habit: HabitID) {
    told.removeAll { $0.habit == habit }
    let place = removed.firstIndex { habit <= $0 } ?? removed.count
    guard place == removed.count || removed[place] != habit else { return }
    removed.insert(habit, at: place)
  }

  /// The milestones that a change of a run has just reached, and that nobody was told of.
  ///
  /// - Parameter today: the person's day when the fact was made.
  mutating func reached(
    by change: StreakChanged,
    on today: Day,
    at stamp: Stamp
  ) -> [MilestoneReached] {
    guard stamp != imported, let start = change.start else { return [] }
    guard (0...1).contains(change.day.distance(to: today)) else { return [] }
    let levels = Milestones.levels.filter { change.from < $0 && $0 <= change.to }
    return levels.compactMap { level in
      let signal = MilestoneReached(
        habit: change.habit,
        level: level,
        day: change.day,
        unit: change.unit,
        start: start
      )
      guard !told.contains(signal.milestone) else { return nil }
      return signalled.insert(signal.milestone).inserted ? signal : nil
    }
  }

  // MARK: Snapshots

  public init(from reader: inout ByteReader) throws {
    told = try reader.readList { reader in
      Milestone(
        habit: try reader.read(),
        level: Int(try reader.read(Int64.self)),
        start: Day(number: Int(try reader.read(Int32.self)))
      )
    }
    removed = try reader.readList { try $0.read(HabitID.self) }
    let isSorted =
      zip(told, told.dropFirst()).allSatisfy { $0 < $1 }
      && zip(removed, removed.dropFirst()).allSatisfy { $0 < $1 }
    guard isSorted else { throw reader.malformed }
  }

  public func write(to writer: inout ByteWriter) {
    writer.write(count: told.count)
    for milestone in told {
      writer.write(milestone.habit)
      writer.write(Int64(milestone.level))
      writer.write(Int32(clamping: milestone.start.number))
    }
    writer.write(count: removed.count)
    for habit in removed { writer.write(habit) }
  }
}

extension GamificationState: Equatable {
  /// What is not kept is left out.
  public static func == (a: GamificationState, b: GamificationState) -> Bool {
    a.told == b.told && a.removed == b.removed
  }
}
