import Core

extension JournalPage {
  /// The first row after `sequence` that is missing on this page; nil if none is.
  ///
  /// For a page that was requested after `sequence` with a limit of at least one row.
  public func missingRow(after sequence: Int) -> Int? {
    var last = sequence
    for row in rows {
      guard row.sequence == last + 1 else { return last + 1 }
      last += 1
    }
    return rows.isEmpty && sequence < head ? sequence + 1 : nil
  }
}

extension JournalError {
  /// The error for a row that the journal does not return although it has later ones, or once had.
  public static func missing(row: Int, of space: SpaceID) -> JournalError {
    JournalError(
      .damaged,
      "The journal is damaged: entry \(row) is missing. It was left as it is. Restore a backup; the "
        + "damaged file is then kept beside it.",
      detail: "row \(row) of space \(space)"
    )
  }
}
