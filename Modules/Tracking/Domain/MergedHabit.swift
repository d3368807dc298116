import Core
import TrackingContract

/// All data of one habit in a file, with each day once.
struct MergedHabit {
  let id: HabitID
  let details: HabitDetails
  let createdOn: Day?
  let endedOn: Day?
  let isTargetDerived: Bool
  var entries: [ImportedEntry]
}

extension TrackingState {
  /// Merges habits that have the same key, and keeps the last of several entries for a day.
  ///
  /// Otherwise each import would decide about duplicates in a file again.
  func merged(_ history: ImportedHistory) -> [MergedHabit] {
    var merged: [MergedHabit] = []
    var places: [HabitID: Int] = [:]
    for (imported, id) in zip(history.habits, importedIDs(history)) {
      if let place = places[id] {
        merged[place].entries += imported.entries
      } else {
        places[id] = merged.count
        let habit = MergedHabit(
          id: id,
          details: imported.details,
          createdOn: imported.createdOn,
          endedOn: imported.endedOn,
          isTargetDerived: imported.isTargetDerived == true,
          entries: imported.entries
        )
        merged.append(habit)
      }
    }
    for place in merged.indices { merged[place].entries = merged[place].entries.lastOfEachDay }
    return merged
  }
}

extension [ImportedEntry] {
  fileprivate var lastOfEachDay: [ImportedEntry] {
    var places: [Day: Int] = [:]
    var kept: [ImportedEntry] = []
    for entry in self {
      if let place = places[entry.day] {
        kept[place] = entry
      } else {
        places[entry.day] = kept.count
        kept.append(entry)
      }
    }
    return kept
  }
}
