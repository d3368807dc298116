/// A history that is no longer what was written, because somebody or a fault changed it.
public struct ChangedHistory: Sendable, Equatable {
  /// The number of the first entry that was changed or is missing.
  public let entry: Int

  public init(entry: Int) { self.entry = entry }

  private var words: String { "Entry \(entry) of your history is not what was written." }

  /// The error for an operation that needs a history that is still what was written.
  ///
  /// - Parameter consequence: what else the user has to know; it comes before the way to repair it.
  public func refusal(_ consequence: String = "") -> DomainError {
    let way = consequence.isEmpty ? "Go" : consequence + "go"
    let start = "\(words) Everything before it is whole. \(way) back to a backup"
    return DomainError(
      "history-broken",
      "\(start) with: trellis restore FILE",
      onPages: "\(start) that was made before."
    )
  }

  /// The warning beside an export, which is made anyway: it may be the last way to the data.
  public var exportWarning: String {
    exportWarning(
      way: "Go back to a backup with  trellis restore FILE , or keep what was not changed with  "
        + "trellis doctor --mend"
    )
  }

  /// The same where there is no terminal.
  ///
  /// - Parameter way: what the user can do instead, in sentences.
  public func exportWarning(way: String) -> String {
    "\(words) An export has everything as it stands now, and proves nothing. \(way)"
  }
}
