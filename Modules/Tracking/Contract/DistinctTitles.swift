/// Habit titles for lists, with the short id appended to titles that occur more than once.
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

  /// Returns what a user types to find the habit: its title, or the digits of its short id.
  public func name(_ title: String, _ id: HabitID) -> String {
    repeated.contains(title) ? String(id.short.dropFirst()) : title
  }
}
