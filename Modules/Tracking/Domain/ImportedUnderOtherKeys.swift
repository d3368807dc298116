import Core
import TrackingContract

extension TrackingState {
  /// Returns the ids of another program's habits; `derived` are those that their keys give.
  ///
  /// A program may export a habit under several keys: Loop's backup names it by an id, its table by
  /// the title. A habit that is not here by its key is therefore the one that an earlier import
  /// from the same program created with this title, if both are of one kind and their days agree.
  func idsUnderOtherKeys(_ history: ImportedHistory, _ derived: [HabitID]) -> [HabitID] {
    let taken = Set(derived)
    guard taken.contains(where: { habits[$0]?.exists != true }) else { return derived }
    let earlier = imports.habits(from: history.source).subtracting(taken)
      .compactMap { habits[$0] }.filter(\.exists)
    guard !earlier.isEmpty else { return derived }
    let here = Dictionary(grouping: earlier, by: \.title)
    let named = Dictionary(grouping: history.habits, by: \.details.title)
    return zip(history.habits, derived).map { imported, id in
      let title = imported.details.title
      guard habits[id]?.exists != true, named[title]?.count == 1, let same = here[title],
        same.count == 1, same[0].isProbably(imported)
      else { return id }
      return same[0].id
    }
  }
}

extension HabitRecord {
  /// Whether the habit is of the same kind, and most days that both have say the same.
  ///
  /// Notes do not count, since not all versions of a program export them.
  fileprivate func isProbably(_ imported: ImportedHabit) -> Bool {
    guard dailyTarget?.unit == imported.details.target?.unit else { return false }
    var (same, different) = (0, 0)
    for new in imported.entries {
      guard let here = entries.entry(on: new.day.number), here.isMarked, new.entry.isMarked else {
        continue
      }
      if here.marks(theSameAs: new.entry) { same += 1 } else { different += 1 }
    }
    // Without days, there is nothing that could be mixed up.
    let hasDays = !imported.entries.isEmpty && !entries.range.isEmpty
    return hasDays ? same > different : true
  }
}
