import Core
import TrackingContract

/// The habits of a table, gathered row after row.
struct TableHistory {
  private let table: CSVTable
  private let layout: TableLayout
  private let limits: ImportLimits
  private let identities: TableIdentities
  private var draft: HistoryDraft
  private var habits: [String: HabitRows] = [:]
  /// The keys of the habits with their titles, in the order of the table.
  private var keys: [(key: String, title: String)] = []
  private var known: Set<String> = []

  init(of table: CSVTable, _ layout: TableLayout, limits: ImportLimits) {
    self.table = table
    self.layout = layout
    self.limits = limits
    identities = TableIdentities(table, layout)
    draft = HistoryDraft(.csv, file: table.source.name, limits: limits)
  }

  /// Adds what a row says of a day of a habit.
  ///
  /// - Throws: a ``FormatError`` for a row without a title, or with one habit too many.
  mutating func add(
    _ cells: TableCells,
    of title: String,
    on day: Day,
    in row: CSVTable.Row
  ) throws(FormatError) {
    guard !title.isEmpty else {
      throw table.source.error("the title of the habit is missing", line: row.line)
    }
    let key = try key(of: title, in: row)
    guard let entry = cells.entry(for: title, &draft) else { return }
    // This program writes each day of a habit once.
    if layout.isOwn, key.hasPrefix("name:"), habits[key]?.entries[day] != nil {
      draft.remark(
        "\(quoted(title)) stands for several habits in this table, whose days were taken "
          + "together; an export of this version keeps them apart."
      )
    }
    habits[key, default: HabitRows()].add(entry, on: day, unit: cells.unit)
    if let rhythm = Schedule(row[layout.rhythm].trimmed) {
      habits[key]?.rhythms.insert(rhythm)
    }
    // A row that a person added says nothing of the target, which the others do.
    if cells.target != nil || entry.value != nil && !row[layout.id].isEmpty {
      habits[key]?.targets.insert(cells.target)
    }
  }

  /// The key of the habit that a row is about, which is new or known already.
  private mutating func key(
    of title: String,
    in row: CSVTable.Row
  ) throws(FormatError) -> String {
    let key = identities.key(HabitID(row[layout.id].trimmed), title)
    guard known.insert(key).inserted else { return key }
    keys.append((key, title))
    guard keys.count <= limits.habits else {
      throw table.source.error(
        "it holds more than the \(limits.habits) habits that are read",
        line: row.line
      )
    }
    return key
  }

  /// The history of all rows that were added.
  ///
  /// - Throws: a ``FormatError`` if it has more entries than are read.
  mutating func finished() throws(FormatError) -> ImportedHistory {
    for (key, title) in keys {
      let rows = habits[key] ?? HabitRows()
      try draft.add(
        key: key,
        details: HabitDetails(
          title: title,
          schedule: rows.rhythm,
          target: rows.saidTarget ?? rows.derivedTarget
        ),
        isTargetDerived: rows.saidTarget == nil,
        entries: rows.entries
      )
    }
    return draft.finished()
  }
}

/// Tells which habit a row is about.
private struct TableIdentities {
  /// The title with which each id comes first.
  private var titles: [HabitID: String] = [:]
  private var ids: [String: [HabitID]] = [:]

  init(_ table: CSVTable, _ layout: TableLayout) {
    guard layout.id != nil else { return }
    for row in table.rows {
      guard let id = HabitID(row[layout.id].trimmed), titles[id] == nil else { continue }
      let title = layout.title(of: row)
      titles[id] = title
      ids[title, default: []].append(id)
    }
  }

  /// The key of the habit, which is the same each time it is read.
  ///
  /// A row without an id was added by a person, who means the habit of that title. The same holds
  /// for a row that got another title.
  func key(_ id: HabitID?, _ title: String) -> String {
    if let id, titles[id] == title { return ImportedHabit.key(of: id) }
    if let same = ids[title], same.count == 1 { return ImportedHabit.key(of: same[0]) }
    return "name:\(title)"
  }
}

/// What the rows of a table say of one habit.
private struct HabitRows {
  private(set) var entries: [Day: Entry] = [:]
  private var unit = ""
  /// What the rows say that was to be reached; nil among them for measured days without a target.
  var targets: Set<Target?> = []
  /// The rhythms that the rows say; one, unless a person changed the table.
  var rhythms: Set<Schedule> = []

  /// The rhythm that the rows say; each day if they say none, or several.
  var rhythm: Schedule {
    rhythms.count == 1 ? rhythms.first ?? .daily : .daily
  }

  /// Adds what a row says; several rows of a day are merged.
  mutating func add(_ entry: Entry, on day: Day, unit: String) {
    if self.unit.isEmpty { self.unit = unit }
    guard var known = entries[day] else {
      entries[day] = entry
      return
    }
    let ranks: [Mark] = [.open, .automatic, .missed, .skipped, .done]
    let isMore = (ranks.firstIndex(of: entry.mark) ?? 0) > (ranks.firstIndex(of: known.mark) ?? 0)
    if isMore { known.mark = entry.mark }
    if let value = entry.value {
      let sum = value.value + (known.value?.value ?? 0)
      known.value = Amount(foreign: sum) ?? value
    }
    // As many as one day can store.
    if !entry.note.isEmpty, entry.note != known.note, known.note.utf8.count < 16_000 {
      known.note += known.note.isEmpty ? entry.note : "\n\(entry.note)"
    }
    known.at = entry.at ?? known.at
    entries[day] = known
  }

  /// The target that the rows say of all days; nil if they say none, or several.
  var saidTarget: Target? {
    guard targets.count == 1, case .some(.some(let said)) = targets.first else { return nil }
    return said
  }

  /// The target that explains which days are done; nil without a unit, or if none explains all.
  var derivedTarget: Target? {
    guard !unit.isEmpty else { return nil }
    let done = entries.values.filter { $0.mark == .done }.compactMap(\.value)
    let others = entries.values.filter { $0.mark != .done }.compactMap(\.value)
    guard let least = done.min(), let most = done.max() else { return nil }
    if least.thousandths > 0, others.allSatisfy({ $0 < least }) {
      return Target(amount: least, unit: unit)
    }
    // Amounts of 0 alone say nothing about a limit.
    guard most.thousandths > 0 || !others.isEmpty, others.allSatisfy({ $0 > most }) else {
      return nil
    }
    return Target(amount: most, unit: unit, direction: .atMost)
  }
}
