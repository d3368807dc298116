import Core

/// Where a habit stands among the others of its group: by the place a person gave it, then in the order
/// in which habits were created.
public struct HabitPlace: Comparable, Sendable {
  /// ``HabitDetails/position``.
  public let position: Int
  /// The stamp of the fact that created it; of several the earliest.
  ///
  /// Not the instant, which all habits of one import share.
  public let created: Stamp
  public let habit: HabitID

  public init(position: Int, created: Stamp, habit: HabitID) {
    self.position = position
    self.created = created
    self.habit = habit
  }

  public static func < (a: HabitPlace, b: HabitPlace) -> Bool {
    (a.position, a.created, a.habit) < (b.position, b.created, b.habit)
  }
}

extension Sequence {
  /// The one order in which habits are shown: groups in the order of their first habit, and inside a
  /// group by place.
  public func inShownOrder(
    place: (Element) -> HabitPlace,
    group: (Element) -> String?
  ) -> [Element] {
    let placed = map { (place: place($0), element: $0) }.sorted { $0.place < $1.place }
    var groups: [String?: [Element]] = [:]
    var order: [String?] = []
    for (_, element) in placed {
      let group = group(element)
      if groups[group] == nil { order.append(group) }
      groups[group, default: []].append(element)
    }
    return order.flatMap { groups[$0] ?? [] }
  }
}
