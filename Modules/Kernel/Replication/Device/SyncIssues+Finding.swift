import Core

extension SyncIssues {
  /// Returns the refused entry that an id, or the beginning of one, means.
  ///
  /// The beginning of an id means one that is still listed.
  /// - Throws: a `DomainError` if it means none, or several.
  public func find(_ typed: String) async throws -> FactID {
    if let fact = FactID(typed) { return fact }
    let wanted = typed.lowercased()
    let found = try await list().map(\.fact).filter { $0.description.hasPrefix(wanted) }
    guard let first = found.first, !wanted.isEmpty else {
      throw DomainError(
        "not-refused",
        "No refused entry has an id that begins with “\(typed)”. Nothing was changed: look at the "
          + "list again."
      )
    }
    guard found.count == 1 else {
      throw DomainError(
        "ambiguous-id",
        "The ids of \(found.count) refused entries begin with “\(typed)”. Nothing was changed: give "
          + "more of the id."
      )
    }
    return first
  }

  /// How many of their first digits tell the ids of these entries apart; at least eight.
  public static func digits(toTellApart facts: [FactID]) -> Int {
    let ids = facts.sorted().map(\.description)
    let shared = zip(ids, ids.dropFirst()).map { former, next in
      zip(former, next).prefix { $0 == $1 }.count
    }
    return max(8, (shared.max() ?? 0) + 1)
  }
}
