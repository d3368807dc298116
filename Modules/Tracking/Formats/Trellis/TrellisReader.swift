import Core
import TrackingContract

/// Reads what ``JSONExport`` writes.
///
/// A habit is known again by its id.
struct TrellisReader {
  private let json: ForeignJSON
  private let limits: ImportLimits

  init(_ json: ForeignJSON, limits: ImportLimits) {
    self.json = json
    self.limits = limits
  }

  func read() throws(FormatError) -> ImportedHistory {
    let history = try json.decode(ImportedHistory.self)
    var draft = HistoryDraft(.trellis, file: json.name, limits: limits)
    for remark in history.remarks { draft.remark(remark) }
    for habit in history.habits {
      var entries: [Day: Entry] = [:]
      for entry in habit.entries { entries[entry.day] = entry.entry }
      try draft.add(
        key: habit.key,
        details: habit.details,
        createdOn: habit.createdOn,
        entries: entries
      )
    }
    return draft.finished()
  }
}
