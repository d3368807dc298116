import Core

/// Where a habit stands among the others of its group: by the place a person gave it, then in the order
/// in which habits were created.
public struct HabitPlace: Comparable, Sendable {
  /// ``HabitDetails/position``.
  public let position: Int
  /// The stamp of the fact that created it; of several the earliest.
  ///
  /// Not the instant, which all habits of one import share.
  public let created: HybridTimestamp
  public let habit: HabitID

  public init(position: Int, created: HybridTimestamp, habit: HabitID) {
    self.position = position
    self.created = created
    self.habit = habit
  }

  public static func < (a: HabitPlace, b: HabitPlace) -> Bool {
    (a.position, a.created, a.habit) < (b.position, b.created, b.habit)
  }
}

extension HabitPlace {
  /// The one order in which habits are shown: groups in the order of their first habit, and inside a
  /// group by place.
  ///
  /// - Returns: where each of `habits` stands in the list that was given, first the one to show first.
  public static func shownOrder(of habits: [(place: HabitPlace, group: String?)]) -> [Int] {
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
  /// The elements in the order in which their habits are shown.
  @inlinable
  public func inShownOrder(
    place: (Element) -> HabitPlace,
    group: (Element) -> String?
  ) -> [Element] {
    HabitPlace.shownOrder(of: map { (place: place($0), group: group($0)) }).map { self[$0] }
  }
}
