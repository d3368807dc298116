/// A history that is no longer what was written, because somebody or a fault changed it.
public struct ChangedHistory: Sendable, Equatable {
  /// The number of the first entry that was changed or is missing.
  public let entry: Int
  /// Whether a server keeps the history, so that only whoever runs it can go back to a backup.
  public let isOnServer: Bool

  public init(entry: Int, isOnServer: Bool = false) {
    (self.entry, self.isOnServer) = (entry, isOnServer)
  }

  private var words: String { "Entry \(entry) of your history is not what was written." }

  /// What the user can do where there is no terminal.
  private var pageWay: String {
    isOnServer
      ? "Tell whoever runs this server, who can go back to a backup."
      : "Go back to a copy or a backup that was made before."
  }

  /// The error for an operation that needs a history that is still what was written.
  ///
  /// - Parameter consequence: what else the user has to know; it comes before the way to repair it.
  public func refusal(_ consequence: String = "") -> DomainError {
    func message(_ way: String) -> String {
      let first = consequence.isEmpty ? "\(way.prefix(1))" : way.prefix(1).lowercased()
      return "\(words) Everything before it is whole. \(consequence)\(first)\(way.dropFirst())"
    }
    let way = isOnServer ? pageWay : "Go back to a backup with: trellis restore FILE"
    return DomainError("history-broken", message(way), onPages: message(pageWay))
  }

  /// The warning beside an export, which is made anyway: it may be the last way to the data.
  public var exportWarning: String {
    ofExport(
      "Go back to a backup with  trellis restore FILE , or keep what was not changed with  "
        + "trellis doctor --mend"
    )
  }

  /// The same where there is no terminal.
  public var pageExportWarning: String { ofExport(pageWay) }

  private func ofExport(_ way: String) -> String {
    "\(words) An export has everything as it stands now, and proves nothing. \(way)"
  }
}
