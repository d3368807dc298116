import Core

/// Ids as people see and type them: as many of their digits as tell them apart.
public enum ShortID {
  private static let fewest = 8

  /// How many of their first digits tell ids apart; at least eight.
  public static func digits(toTellApart ids: [String]) -> Int {
    let sorted = ids.sorted()
    let shared = zip(sorted, sorted.dropFirst()).map { former, next in
      zip(former, next).prefix { $0 == $1 }.count
    }
    return max(fewest, (shared.max() ?? 0) + 1)
  }

  /// Returns the item whose id was typed, whole or only its beginning.
  ///
  /// - Parameters:
  ///   - kind: what the items are, such as `invitation`.
  ///   - code: how the codes of the refusals end.
  ///   - command: what lists them.
  /// - Throws: a ``DomainError`` if it means none, or several.
  public static func find<Item>(
    _ typed: String,
    in items: [Item],
    id: (Item) -> String,
    kind: String,
    code: String = "id",
    listedBy command: String
  ) throws(DomainError) -> Item {
    let wanted = typed.lowercased().replacing("-", with: "")
    let shown = TextRule.line.cleaned(String(typed.prefix(64)))
    let found = items.filter { id($0).hasPrefix(wanted) }
    guard let first = found.first, !wanted.isEmpty else {
      throw DomainError(
        "unknown-\(code)",
        "No \(kind) has an id that begins with “\(shown)”. Nothing was changed: look at  \(command)"
      )
    }
    guard found.count == 1 else {
      throw DomainError(
        "ambiguous-\(code)",
        "More than one \(kind) has an id that begins with “\(shown)”. Nothing was changed: give more "
          + "of the id."
      )
    }
    return first
  }
}
