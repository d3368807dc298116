extension [String] {
  /// These words as one phrase: `A`, `A and B` or `A, B and C`.
  ///
  /// - Parameter word: stands before the last one: `and`, `or`.
  public func listed(with word: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}
