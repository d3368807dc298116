import Core

/// A habit as ``HabitFinder`` sees it: everything a user can refer to it by.
public struct NamedHabit: Sendable, Equatable {
  public let id: HabitID
  public let title: String
  public let isArchived: Bool
  /// Distinguishes habits with the same title, such as the notes; empty if there is nothing.
  public let detail: String
  /// How lists show it where another habit has the same title: `Read (Mind)`.
  public let labels: Set<String>

  public init(
    id: HabitID,
    title: String,
    isArchived: Bool = false,
    detail: String = "",
    labels: Set<String> = []
  ) {
    self.id = id
    self.title = title
    self.isArchived = isArchived
    self.detail = detail
    self.labels = labels
  }
}

/// Finds the habit a user means, for every module that takes a habit by name.
public enum HabitFinder {
  /// Finds a habit by what lists show, title, title prefix or id, and prefers active habits to archived ones.
  ///
  /// - Throws: a `DomainError` that lists the matching habits, or all habits if none matches.
  public static func find(_ text: String, among habits: [NamedHabit]) throws -> NamedHabit {
    let typed = TextRule.line.cleaned(text)
    let wanted = typed.lowercased()
    guard !wanted.isEmpty else {
      throw DomainError(
        "habit-missing",
        "Say which one: its title, the beginning of it, or its id."
      )
    }
    let ways: [(NamedHabit) -> Bool] = [
      { $0.seenLabels.contains(typed) },
      { $0.seenTitle == typed },
      { $0.seenLabels.contains { $0.lowercased() == wanted } },
      { $0.seenTitle.lowercased() == wanted },
      { $0.seenTitle.lowercased().hasPrefix(wanted) },
      { $0.id.isMeant(by: wanted) },
    ]
    for way in ways {
      let found = habits.filter(way)
      if found.count == 1, let habit = found.first { return habit }
      let active = found.filter { !$0.isArchived }
      if active.count == 1, let habit = active.first { return habit }
      if found.count > 1 { throw ambiguous(text, active.isEmpty ? found : active) }
    }
    throw unknown(text, habits)
  }

  private static func ambiguous(_ text: String, _ habits: [NamedHabit]) -> DomainError {
    let names = habits.prefix(5).map { habit in
      let detail = habit.detail.isEmpty ? "" : ", \(short(habit.detail))"
      return "“\(short(habit.title, 60))” (\(habit.id.short)\(detail))"
    }
    let more = habits.count > 5 ? " and \(habits.count - 5) more" : ""
    return DomainError(
      "habit-ambiguous",
      "“\(short(text, 60))” could be \(names.joined(separator: ", "))\(more). "
        + "Nothing was changed: say more of the title, or the id in brackets."
    )
  }

  /// Returns the beginning of the first line, short enough for a sentence.
  private static func short(_ text: String, _ most: Int = 30) -> String {
    let line = text.split(separator: "\n").first ?? ""
    return line.count > most ? "\(line.prefix(most - 1))…" : String(line)
  }

  private static func unknown(_ text: String, _ habits: [NamedHabit]) -> DomainError {
    let typed = short(text, 60)
    guard !habits.isEmpty else {
      return DomainError("habit-unknown", "Nothing is here yet, so “\(typed)” could not be found.")
    }
    if let near = SpellingSuggestion.nearest(to: text, in: habits.map(\.title)) {
      return DomainError(
        "habit-unknown",
        "There is no “\(typed)” here. Did you mean “\(near)”? Nothing was changed."
      )
    }
    let titles = habits.prefix(8).map { "“\(short($0.title))”" }.joined(separator: ", ")
    let more = habits.count > 8 ? " and \(habits.count - 8) more" : ""
    return DomainError(
      "habit-unknown",
      "There is no “\(typed)” here. Nothing was changed. What there is: \(titles)\(more)."
    )
  }
}

extension NamedHabit {
  /// The title without what nobody sees and therefore types, such as a zero-width space.
  fileprivate var seenTitle: String { TextRule.line.cleaned(title) }
  fileprivate var seenLabels: [String] { labels.map { TextRule.line.cleaned($0) } }
}
