import Core
import TrackingContract

/// Handles imports, which add what is new and never replace what the user has set here.
enum ImportHandlers {
  static func decide(
    _ state: TrackingState,
    _ command: ImportHistory,
    _ context: RequestContext
  )
    throws -> Decision
  {
    var facts: [any Fact] = []
    let source = command.history.source
    for habit in state.merged(command.history) {
      facts += decide(state, habit, from: source, context)
    }
    guard !facts.isEmpty else { return .unchanged }
    let created = facts.compactMap { ($0 as? HabitCreated)?.habit }
    return .history([HistoryImported(source: source, habits: created, at: context.now)] + facts)
  }

  private static func decide(
    _ state: TrackingState,
    _ imported: MergedHabit,
    from source: String,
    _ context: RequestContext
  ) -> [any Fact] {
    let record = state.habits[state.joins.root(of: imported.id)]
    var facts: [any Fact] = []
    if record?.isLive != true {
      var details = imported.details
      if let end = imported.endedOn, end < context.today { details.archived = true }
      facts.append(
        HabitCreated(
          habit: imported.id,
          details: details,
          on: firstDay(of: imported, context),
          at: context.now
        )
      )
    }
    let new = imported.entries.filter { fate(of: $0, record, context) == .new }
    return facts + DaysImported.facts(habit: imported.id, source: source, entries: new)
  }

  /// Returns the day of creation in the other program, or that of the first entry that can be kept.
  private static func firstDay(of imported: MergedHabit, _ context: RequestContext) -> Day {
    let kept = imported.entries.filter { EntryColumn.days.contains($0.day.number) }
    let on = imported.createdOn ?? kept.map(\.day).min() ?? context.today
    return min(on, context.today)
  }

  private enum Fate { case new, known, kept, refused }

  private static func fate(
    of imported: ImportedEntry,
    _ record: HabitRecord?,
    _ context: RequestContext
  ) -> Fate {
    let day = imported.day.number
    guard EntryColumn.days.contains(day), imported.day <= context.today else { return .refused }
    guard !imported.entry.isEmpty else { return .known }
    guard let record, record.isLive else { return .new }
    let here = record.entries.entry(on: day)
    if let here, here.says(theSameAs: imported.entry) { return .known }
    return record.entries.isOurs(on: day) ? .kept : .new
  }

  /// Reports what `decide` would do.
  ///
  /// This is a separate query because the reply to a command is read after the fold, when new and
  /// known entries can no longer be distinguished.
  static func report(
    _ state: TrackingState,
    _ query: PreviewImport,
    _ context: RequestContext
  )
    -> ImportReport
  {
    let history = query.history
    var report = ImportReport(source: history.source, remarks: history.remarks)
    for imported in state.merged(history) {
      let record = state.habits[state.joins.root(of: imported.id)]
      if record?.isLive == true { report.habitsKnown += 1 } else { report.habitsAdded += 1 }
      var refused = 0
      for entry in imported.entries {
        switch fate(of: entry, record, context) {
        case .new: report.entriesAdded += 1
        case .known: report.entriesKnown += 1
        case .kept: report.entriesKept += 1
        case .refused: refused += 1
        }
      }
      guard refused > 0 else { continue }
      report.remarks.append(
        "“\(imported.details.title)”: left out \(refused) "
          + "\(refused == 1 ? "day that lies" : "days that lie") in the future or before 1900."
      )
    }
    return report
  }
}

extension TrackingState {
  /// Returns the id of the habit that corresponds to another program's habit.
  ///
  /// For a habit of a table, which has only a title, that is the only one here of the same title,
  /// unless the table was imported before.
  func importedID(of imported: ImportedHabit, from source: String) -> HabitID {
    let id = importedID(source: source, key: imported.key)
    guard source == ImportedHistory.table, habits[id]?.isLive != true else { return id }
    let title = imported.details.title
    let same = habits.values.filter { $0.isLive && $0.habit?.details.title == title }
    return same.count == 1 ? same.first?.id ?? id : id
  }

  /// Returns the id of the habit that corresponds to another program's habit.
  ///
  /// The id is derived from that program's key, so that a second import finds the habit. A habit
  /// that was deleted here and is imported again becomes a new habit.
  func importedID(source: String, key: String) -> HabitID {
    var generation = 1
    while true {
      let id = HabitID(named: "\(source)\u{1F}\(key)\u{1F}\(generation)")
      guard habits[id]?.isDeleted == true else { return id }
      generation += 1
    }
  }
}
