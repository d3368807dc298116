import Core
import SocialContract
import TrackingContract

/// What friends see of each habit.
public struct SocialState: ModuleState {
  public static let foldVersion = 2

  /// A decision about one habit.
  struct Decided: Sendable {
    let habit: HabitID
    var sharing: LWWRegister<HabitSharing>
    var showsTitle: Bool
  }

  /// In the order of the ids; withdrawn decisions are kept for their timestamps.
  private(set) var decided: [Decided] = []
  /// The deleted habits, in ascending order; later facts about them are ignored.
  private(set) var removed: [HabitID] = []

  public init() {}

  /// What is shared of a habit; nil for nothing.
  func shared(_ habit: HabitID) -> Decided? {
    decided.first { $0.habit == habit && $0.sharing.value != .none }
  }

  var sharesAny: Bool { decided.contains { $0.sharing.value != .none } }

  // MARK: Folding

  mutating func apply(_ fact: SharingSet, at stamp: HybridTimestamp) {
    guard !removed.contains(fact.habit) else { return }
    let place = decided.firstIndex { fact.habit <= $0.habit } ?? decided.count
    if place == decided.count || decided[place].habit != fact.habit {
      let none = Decided(habit: fact.habit, sharing: LWWRegister(.none), showsTitle: false)
      decided.insert(none, at: place)
    }
    guard decided[place].sharing.set(fact.sharing, at: stamp) else { return }
    decided[place].showsTitle = fact.showsTitle
  }

  /// Removes a deleted habit.
  mutating func remove(_ habit: HabitID) {
    decided.removeAll { $0.habit == habit }
    let place = removed.firstIndex { habit <= $0 } ?? removed.count
    guard place == removed.count || removed[place] != habit else { return }
    removed.insert(habit, at: place)
  }

  // MARK: Snapshots

  public init(from reader: inout ByteReader) throws {
    decided = try reader.readList { reader in
      let habit: HabitID = try reader.read()
      let stamp: HybridTimestamp = try reader.read()
      let isShared = try reader.read(Bool.self)
      return Decided(
        habit: habit,
        sharing: LWWRegister(isShared ? .streak : .none, at: stamp),
        showsTitle: try reader.read(Bool.self)
      )
    }
    removed = try reader.readList { try $0.read(HabitID.self) }
    let isSorted =
      zip(decided, decided.dropFirst()).allSatisfy { $0.habit < $1.habit }
      && zip(removed, removed.dropFirst()).allSatisfy { $0 < $1 }
    guard isSorted else { throw reader.malformed }
  }

  public func write(to writer: inout ByteWriter) {
    writer.write(count: decided.count)
    for item in decided {
      writer.write(item.habit)
      writer.write(item.sharing.stamp)
      writer.write(item.sharing.value == .streak)
      writer.write(item.showsTitle)
    }
    writer.write(count: removed.count)
    for habit in removed { writer.write(habit) }
  }
}
