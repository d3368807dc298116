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
    let last = state.lastPosition
    for habit in state.merged(command.history).inOrderOfFile {
      facts += decide(state, habit, at: last, from: source, context)
    }
    guard !facts.isEmpty else { return .unchanged }
    let created = facts.compactMap { ($0 as? HabitCreated)?.habit }
    return .history([HistoryImported(source: source, habits: created, at: context.now)] + facts)
  }

  /// - Parameter position: that of new habits, which come after the others in the order of their
  ///   creation.
  private static func decide(
    _ state: TrackingState,
    _ imported: MergedHabit,
    at position: Int,
    from source: String,
    _ context: RequestContext
  ) -> [any Fact] {
    let record = state.habits[state.joins.root(of: imported.id)]
    var facts: [any Fact] = []
    if record?.isLive != true {
      guard isCreated(imported, from: source, context) else { return [] }
      var details = imported.details
      details.position = position
      let afterEnd = firstDayAfterEnd(of: imported, context)
      if afterEnd != nil { details.archived = true }
      facts.append(
        HabitCreated(
          habit: imported.id,
          details: details,
          on: firstDay(of: imported, context),
          at: context.now,
          // Days in the archive are neutral only from a known one on.
          archivedOn: details.archived ? afterEnd ?? context.today : nil
        )
      )
    }
    let new = imported.entries.filter { entry in
      fate(of: entry, record, in: state, from: source, context) == .new
    }
    return facts + DaysImported.facts(habit: imported.id, source: source, entries: new)
  }

  /// Returns whether a habit that is not here yet is created.
  ///
  /// A table has nothing of a habit but its days: if none of them can be kept, there is no habit.
  private static func isCreated(
    _ imported: MergedHabit,
    from source: String,
    _ context: RequestContext
  ) -> Bool {
    source != ImportedHistory.table || imported.entries.isEmpty
      || imported.entries.contains { !isRefused($0, context) }
  }

  /// Returns the day of creation in the other program, or that of the first entry that can be kept.
  private static func firstDay(of imported: MergedHabit, _ context: RequestContext) -> Day {
    let kept = imported.entries.filter { HistoryDays.range.contains($0.day.number) }
    let on = imported.createdOn ?? kept.map(\.day).min() ?? context.today
    return min(on, context.today)
  }

  /// Returns the day after the last one on which the other program tracked the habit; nil if none
  /// of its days is known to be the last, or if that one is not over.
  private static func firstDayAfterEnd(
    of imported: MergedHabit,
    _ context: RequestContext
  ) -> Day? {
    guard let end = imported.endedOn, end < context.today else { return nil }
    return end.advanced(by: 1)
  }

  private enum Fate { case new, known, kept, refused }

  private static func isRefused(_ imported: ImportedEntry, _ context: RequestContext) -> Bool {
    !HistoryDays.range.contains(imported.day.number) || imported.day > context.today
  }

  private static func fate(
    of imported: ImportedEntry,
    _ record: HabitRecord?,
    in state: TrackingState,
    from source: String,
    _ context: RequestContext
  ) -> Fate {
    let day = imported.day.number
    guard !isRefused(imported, context) else { return .refused }
    guard !imported.entry.isEmpty else { return .known }
    guard let record, record.isLive else { return .new }
    let here = record.entries.entry(on: day)
    if let here, here.says(theSameAs: imported.entry) { return .known }
    if let here, record.target(on: day) != nil, here.isSameAmount(as: imported.entry) {
      return .known
    }
    if let here, source == ImportedHistory.table,
      state.rests(here, of: record, like: imported, today: context.today)
    {
      return .known
    }
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
    var remarks: [String] = []
    let titles = Set(state.habits.values.filter(\.isLive).map(\.title))
    for imported in state.merged(history) {
      let record = state.habits[state.joins.root(of: imported.id)]
      if record?.isLive == true {
        report.habitsKnown += 1
      } else if isCreated(imported, from: history.source, context) {
        report.habitsAdded += 1
        remarks += ImportHandlers.remarks(
          onCreating: imported,
          besides: titles,
          isOfTable: history.source == ImportedHistory.table
        )
      }
      var refused = 0
      for entry in imported.entries {
        switch fate(of: entry, record, in: state, from: history.source, context) {
        case .new: report.entriesAdded += 1
        case .known: report.entriesKnown += 1
        case .kept: report.entriesKept += 1
        case .refused: refused += 1
        }
      }
      guard refused > 0 else { continue }
      remarks.append(
        "“\(imported.details.title)”: left out \(refused.counted("day that lies", "days that lie")) "
          + "in the future or before 1900."
      )
    }
    report.remarks += remarks.prefix(longestRemarks)
    if let rest = ImportedHistory.untold(remarks.count - longestRemarks) {
      report.remarks.append(rest)
    }
    return report
  }

  /// What a file does not say about a habit that its import creates, and what it gets instead.
  ///
  /// - Parameter titles: those of the habits that are here.
  private static func remarks(
    onCreating imported: MergedHabit,
    besides titles: Set<String>,
    isOfTable: Bool
  ) -> [String] {
    let title = "“\(imported.details.title)”"
    let isSecond = titles.contains(imported.details.title)
    guard isOfTable else {
      return isSecond
        ? ["\(title) comes as a second habit of this title; if both are the same, join them."] : []
    }
    var remarks: [String] = []
    if let target = imported.details.target, imported.isTargetDerived {
      let direction = target.direction == .atLeast ? "at least" : "at most"
      remarks.append(
        "\(title) is measured; the target was taken from its days: \(direction) "
          + "\(target.amount) \(target.unit)."
      )
    } else if imported.details.target == nil,
      imported.entries.contains(where: { $0.entry.value != nil })
    {
      remarks.append("\(title): its amounts come without a unit and a target; set them here.")
    }
    if isSecond {
      remarks.append(
        "\(title) comes as a new habit, as the table does not say which habit here of this title "
          + "it means."
      )
    }
    return remarks
  }

  /// The maximum number of remarks about habits, of which a file may have thousands.
  private static let longestRemarks = 100
}

extension Entry {
  /// Whether both hold the same amount and note, so that they count the same for any target.
  ///
  /// Tables say of a measured day what it counts as, which need not be its mark.
  fileprivate func isSameAmount(as other: Entry) -> Bool {
    let marks: [Mark] = [.open, .done]
    return value != nil && value == other.value && note == other.note && marks.contains(mark)
      && marks.contains(other.mark)
  }
}

extension [MergedHabit] {
  /// The habits by their places in the file, whose numbers mean nothing among the habits here.
  fileprivate var inOrderOfFile: [MergedHabit] {
    enumerated().sorted {
      ($0.element.details.position, $0.offset) < ($1.element.details.position, $1.offset)
    }.map(\.element)
  }
}

extension TrackingState {
  /// Whether a table calls the day skipped because a vacation covers it here.
  ///
  /// The entry itself is then an open one.
  fileprivate func rests(
    _ here: Entry,
    of record: HabitRecord,
    like imported: ImportedEntry,
    today: Day
  ) -> Bool {
    let (day, entry) = (imported.day, imported.entry)
    guard entry.mark == .skipped, here.value == entry.value, here.note == entry.note else {
      return false
    }
    let isResting = isOnVacation(day, record, today: today)
    return status(of: here, record.target(on: day.number), onVacation: isResting) == .skipped
  }

  /// The position of the last habit, also of those in the archive; 0 without any.
  var lastPosition: Int {
    habits.values.filter(\.exists).map(\.place.position).max() ?? 0
  }

  /// Returns the ids of the habits that correspond to those of a file, in their order.
  ///
  /// A habit of a table is first sought by its id, and by what an earlier import made of it. If
  /// neither is here, it is the only one of its title, as most tables have only titles. Two habits
  /// of a table are never the same one here for their titles.
  func importedIDs(_ history: ImportedHistory) -> [HabitID] {
    let derived = history.habits.map { importedID(source: history.source, key: $0.key) }
    guard history.source == ImportedHistory.table else {
      return idsUnderOtherKeys(history, derived)
    }
    let origins = origins(of: history)
    let known = zip(history.habits, derived).map { imported, id -> HabitID? in
      if let own = imported.ownID {
        if habits[own]?.exists == true { return own }
        if let origin = origins[own] { return origin }
      }
      return habits[id]?.exists == true ? id : nil
    }
    let taken = Set(known.compactMap { $0 })
    let named = Dictionary(grouping: history.habits, by: \.details.title)
    let here = liveHabitsByTitle
    return history.habits.indices.map { place in
      if let id = known[place] { return id }
      let title = history.habits[place].details.title
      guard named[title]?.count == 1, let same = here[title], same.count == 1,
        !taken.contains(same[0])
      else { return derived[place] }
      return same[0]
    }
  }

  private var liveHabitsByTitle: [String: [HabitID]] {
    Dictionary(grouping: habits.values.filter(\.isLive), by: \.title).mapValues { same in
      same.map(\.id)
    }
  }

  /// The habits here by the ids that they have where a table of this space was imported.
  ///
  /// A table that comes back from there thus finds them again.
  private func origins(of history: ImportedHistory) -> [HabitID: HabitID] {
    let isForeign = history.habits.contains { imported in
      imported.ownID.map { habits[$0]?.exists != true } ?? false
    }
    guard isForeign else { return [:] }
    let pairs = habits.values.filter(\.exists).map { record in
      (importedID(source: history.source, key: ImportedHabit.key(of: record.id)), record.id)
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
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
