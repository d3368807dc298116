import Core
import TrackingContract

/// All that a file says of one habit, each day once.
struct MergedHabit {
  let id: HabitID
  let details: HabitDetails
  let createdOn: Day?
  var entries: [ImportedEntry]
}

extension TrackingState {
  /// The habits of a file, those with the same key as one and of several entries of a day the
  /// last: what a file says twice must not be decided anew at each import.
  func merged(_ history: ImportedHistory) -> [MergedHabit] {
    var merged: [MergedHabit] = []
    var places: [HabitID: Int] = [:]
    for imported in history.habits {
      let id = importedID(source: history.source, key: imported.key)
      if let place = places[id] {
        merged[place].entries += imported.entries
      } else {
        places[id] = merged.count
        let habit = MergedHabit(
          id: id,
          details: imported.details,
          createdOn: imported.createdOn,
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
