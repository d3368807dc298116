import Core

/// A habit's place in its group, ordered by the user's position, then by creation.
public struct HabitSortKey: Comparable, Sendable {
  /// The habit's ``HabitDetails/position``.
  public let position: Int
  /// The timestamp of the fact that created the habit; the earliest if there are several.
  ///
  /// Not the creation instant, which all habits of one import share.
  public let created: HybridTimestamp
  public let habit: HabitID

  public init(position: Int, created: HybridTimestamp, habit: HabitID) {
    self.position = position
    self.created = created
    self.habit = habit
  }

  public static func < (a: HabitSortKey, b: HabitSortKey) -> Bool {
    (a.position, a.created, a.habit) < (b.position, b.created, b.habit)
  }
}

extension HabitSortKey {
  /// Returns the display order: groups by their first habit, and habits in a group by place.
  ///
  /// - Returns: indices into `habits`, in display order.
  public static func shownOrder(of habits: [(place: HabitSortKey, group: String?)]) -> [Int] {
    let placed = habits.indices.sorted { habits[$0].place < habits[$1].place }
    var ranks: [String?: Int] = [:]
    let rankOfEach = placed.map { index in
      let group = habits[index].group
      if let known = ranks[group] { return known }
      let rank = ranks.count
      ranks[group] = rank
      return rank
    }
    return placed.indices.sorted { (rankOfEach[$0], $0) < (rankOfEach[$1], $1) }.map { placed[$0] }
  }
}

extension Array {
  /// Returns the elements in the display order of their habits.
  @inlinable
  public func inDisplayOrder(
    place: (Element) -> HabitSortKey,
    group: (Element) -> String?
  ) -> [Element] {
    HabitSortKey.shownOrder(of: map { (place: place($0), group: group($0)) }).map { self[$0] }
  }
}
