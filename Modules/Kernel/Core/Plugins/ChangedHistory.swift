/// A history that is no longer what was written, because somebody or a fault changed it.
public struct ChangedHistory: Sendable, Equatable {
  /// The number of the first entry that was changed or is missing.
  public let entry: Int

  public init(entry: Int) { self.entry = entry }

  private var words: String { "Entry \(entry) of your history is not what was written." }

  /// The refusal of what only a history as it was written may be used for.
  ///
  /// - Parameter consequence: what else the user has to know, before the way back is told.
  public func refusal(_ consequence: String = "") -> DomainError {
    let way = consequence.isEmpty ? "Go" : consequence + "go"
    return DomainError(
      "history-broken",
      "\(words) Everything before it is whole. \(way) back to a backup with: trellis restore FILE"
    )
  }

  /// The sentences beside an export, which is given all the same: it may be the last way to the data.
  public var exportWarning: String {
    "\(words) An export has everything as it stands now, and proves nothing. Go back to a backup "
      + "with  trellis restore FILE , or keep what was not changed with  trellis doctor --mend"
  }
}
