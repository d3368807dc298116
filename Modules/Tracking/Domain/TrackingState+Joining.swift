import Core
import TrackingContract

/// Habits whose days count for other habits.
///
/// Each habit keeps the days that facts about it have set. What counts for the habit into which
/// others are joined follows from these alone, so that it does not matter when the join becomes
/// known, and a habit can be separated again.
extension TrackingState {
  mutating func apply(_ fact: HabitJoined, at stamp: HybridTimestamp, emit: (any Change) -> Void) {
    guard habits[fact.habit]?.isDeleted != true,
      joins.set(fact.into, of: fact.habit, at: stamp)
    else { return }
    updateJoins(emit)
  }

  /// Sets a day of a habit that is joined with others.
  mutating func applyJoined(
    _ fact: CheckSet,
    to root: HabitID,
    at stamp: HybridTimestamp,
    _ place: UInt32
  ) -> CheckChanged? {
    let day = fact.day.number
    let table = devices
    guard let before = habits[root]?.published(on: day) else { return nil }
    // A write that is not the latest counts as well: an undo may restore it.
    _ = habits[fact.habit]?.set(fact, stamp: stamp, device: place, table: table)
    let columns = joinedColumns(of: root)
    habits[root]?.take(day, of: columns, table)
    guard let after = habits[root]?.published(on: day) else { return nil }
    return before.change(to: after, habit: root, day: fact.day)
  }

  private func joinedColumns(of root: HabitID) -> [EntryColumn] {
    (joins.members[root] ?? []).compactMap { habits[$0]?.ownEntries }
  }

  /// Joins and separates habits according to ``joins`` and the habits that exist now.
  mutating func updateJoins(_ emit: (any Change) -> Void) {
    let (old, new) = (joins.roots, joins.resolved { habits[$0]?.exists == true })
    guard old != new else { return }
    let moved = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
    let affected = moved.union(moved.flatMap { [old[$0], new[$0]].compactMap(\.self) }).sorted()
    let (before, away) = (affected.map { habits[$0] }, vacations)
    let table = devices
    joins.take(new)
    for habit in affected {
      habits[habit]?.join(into: new[habit])
      habits[habit]?.take([], table)
    }
    for root in affected where new[root] == nil {
      let columns = joinedColumns(of: root)
      habits[root]?.take(columns, table)
    }
    publish(since: before, emit)
    if vacations != away { emit(VacationsChanged(vacations: vacations)) }
  }

  /// Publishes removals first, then joins, then the present states.
  private func publish(since before: [HabitRecord?], _ emit: (any Change) -> Void) {
    let changed = before.compactMap(\.self).compactMap { old in
      habits[old.id].map { (old: old, new: $0) }
    }
    for (old, new) in changed where !new.isLive { new.publishDays(since: old, emit) }
    emit(HabitsJoined(roots: joins.roots))
    for (old, new) in changed where new.isLive {
      if !old.isLive, let habit = new.habit {
        emit(HabitChanged(habit: habit, created: new.created, rules: new.rules))
      }
      new.publishDays(since: old, emit)
    }
  }
}

extension HabitRecord {
  /// What other modules know about a day.
  func published(on day: Int) -> KnownDay { isLive ? known(on: day) : KnownDay() }

  fileprivate func publishDays(since old: HabitRecord, _ emit: (any Change) -> Void) {
    let ranges = [old.entries.range, entries.range].filter { !$0.isEmpty }
    guard let first = ranges.map(\.lowerBound).min(), let end = ranges.map(\.upperBound).max()
    else { return }
    for day in first..<end {
      let (was, now) = (old.published(on: day), published(on: day))
      if let change = was.change(to: now, habit: id, day: Day(number: day)) { emit(change) }
    }
  }
}

extension Joins {
  /// A vacation with the habits for which the days of its habits count.
  func resolved(_ vacation: Vacation) -> Vacation {
    guard !roots.isEmpty, let habits = vacation.habits else { return vacation }
    var vacation = vacation
    vacation.habits = Set(habits.map(root))
    return vacation
  }
}
