import Core

/// Habit titles for lists, which distinguish habits with the same title.
///
/// Such habits are named by what makes them different for a person: their group, notes, rhythm or
/// color, and otherwise by their short id.
public struct DistinctTitles: Sendable {
  private let repeated: Set<String>
  private var traits: [HabitID: String] = [:]

  public init(_ titles: some Sequence<String>) {
    var seen: Set<String> = []
    repeated = Set(titles.filter { !seen.insert($0).inserted })
  }

  /// - Parameter habits: all habits of a list, with the traits that distinguish equal titles.
  public init(_ habits: [Habit]) {
    self.init(habits.map(\.details.title))
    for title in repeated { tellApart(habits.filter { $0.details.title == title }) }
  }

  /// - Parameters:
  ///   - titles: the titles of a list.
  ///   - habits: the details of these habits, to distinguish them by more than their ids.
  public init(_ titles: [HabitID: String], among habits: [Habit]) {
    self.init(titles.values)
    for title in repeated {
      let twins = habits.filter { titles[$0.id] == title }
      if twins.count == titles.values.count(where: { $0 == title }) { tellApart(twins) }
    }
  }

  /// Distinguishes the titles of a list, and asks for the habits only if a title occurs twice.
  ///
  /// - Parameters:
  ///   - titles: the habits of a list with their titles; a habit may be listed more than once.
  ///   - ask: asks for all habits; nil where no module of the product has any, as where the
  ///     titles are those of sober days.
  public init(
    _ titles: some Sequence<(HabitID, String)>,
    asking ask: (AllHabits) async throws -> [Habit]?
  ) async throws {
    let titles = Dictionary(titles) { $1 }
    self.init(titles.values)
    guard !repeated.isEmpty, let habits = try await ask(AllHabits(includesArchived: true)) else {
      return
    }
    self.init(titles, among: habits)
  }

  /// Returns the titles of all habits of a list.
  public static func all(_ habits: [Habit]) -> [HabitID: String] {
    let distinct = DistinctTitles(habits)
    return Dictionary(habits.map { ($0.id, distinct.title($0.details.title, $0.id)) }) { $1 }
  }

  public func title(_ title: String, _ id: HabitID) -> String {
    if let trait = traits[id] { return trait.isEmpty ? title : "\(title) (\(trait))" }
    return repeated.contains(title) ? "\(title) \(id.short)" : title
  }

  /// Returns what a user types to find the habit: its title, or the digits of its short id.
  public func name(_ title: String, _ id: HabitID) -> String {
    repeated.contains(title) ? String(id.short.dropFirst()) : title
  }

  /// Returns the name of a habit within a sentence.
  ///
  /// It is the title, and what distinguishes the habit from another shown one with the same title.
  ///
  /// - Parameter ask: asks for all habits; nil where no module of the product has any.
  public static func label(
    _ title: String,
    _ habit: HabitID,
    asking ask: (AllHabits) async throws -> [Habit]?
  ) async throws -> String {
    guard let habits = try await ask(AllHabits(includesArchived: true)) else { return title }
    let shown = habits.filter { $0.id == habit || !$0.details.archived }
    return DistinctTitles(shown).title(title, habit)
  }

  // MARK: Twins

  /// The traits that can distinguish habits with the same title, the most useful first.
  private static let candidates: [@Sendable (HabitDetails) -> String] = [
    { $0.group ?? "" }, { DistinctTitles.shortened($0.firstNotesLine) }, { $0.schedule.words },
    { $0.color.description },
  ]

  private mutating func tellApart(_ twins: [Habit]) {
    for candidate in Self.candidates {
      let words = twins.map { candidate($0.details) }
      guard Set(words).count == twins.count else { continue }
      for (twin, trait) in zip(twins, words) { traits[twin.id] = trait }
      return
    }
  }

  private static func shortened(_ line: String) -> String {
    line.count <= 24 ? line : line.prefix(23) + "…"
  }
}
