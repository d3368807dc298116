/// Titles as they are shown in a list: those that occur twice carry their habit's short id.
public struct DistinctTitles: Sendable {
  private let repeated: Set<String>

  public init(_ titles: some Sequence<String>) {
    var seen: Set<String> = []
    repeated = Set(titles.filter { !seen.insert($0).inserted })
  }

  public init(_ habits: [Habit]) { self.init(habits.map(\.details.title)) }

  public func title(_ title: String, _ id: HabitID) -> String {
    repeated.contains(title) ? "\(title) \(id.short)" : title
  }

  /// What finds the habit again when it is typed: its title, or the digits of its short id.
  public func name(_ title: String, _ id: HabitID) -> String {
    repeated.contains(title) ? String(id.short.dropFirst()) : title
  }
}
