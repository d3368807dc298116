import Core
import TrackingContract

/// Reads any table with a row for each day of a habit, or a column for each habit.
///
/// A habit is identified by its title, since only tables of this program hold ids.
struct TableReader {
  private let table: CSVTable
  private let limits: ImportLimits

  fileprivate struct Days {
    var entries: [Day: Entry] = [:]
    var unit = ""
    /// What the rows say that was to be reached; nil among them for measured days without a target.
    var targets: Set<Target?> = []
    /// The rhythms that the rows say; one, unless a person changed the table.
    var rhythms: Set<Schedule> = []
  }

  /// - Throws: a ``FormatError`` if it is a table that holds no done days.
  init(_ bytes: [UInt8], name: String, limits: ImportLimits) throws(FormatError) {
    table = try CSVTable(bytes, name: name, separator: CSVTable.separator(of: bytes))
    self.limits = limits
    guard table.column("Task ID") == nil || table.column("Task Type") == nil else {
      throw table.source.error(
        "this table of Habitica holds what tasks are worth, not what was done; choose the file "
          + "userdata.json, which Habitica exports too",
        line: 1
      )
    }
  }

  /// Returns whether the bytes can be a table: text with a first line of two or more columns.
  static func canRead(_ bytes: [UInt8]) -> Bool {
    guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else { return false }
    let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    return line.contains(CSVTable.separator(of: bytes))
  }

  // MARK: What it looks like

  /// The titles and first rows, bounded: a foreign file may hold anything.
  func outline() -> TableOutline {
    let titles = table.titles.fields.prefix(100)
    var named: [TableColumns.Role: String] = [:]
    for (role, place) in TableLayout.guess(table.titles.fields) where titles.indices.contains(place)
    {
      named[role] = titles[place].trimmed
    }
    return TableOutline(
      titles: titles.map { TableReader.short($0.trimmed, 200) },
      rows: table.rows.prefix(4).map { row in
        titles.indices.map { TableReader.short(row[$0], 60) }
      },
      columns: TableColumns(named)
    )
  }

  private static func short(_ text: String, _ count: Int) -> String {
    String(TextRule.line.cleaned(String(text.unicodeScalars.prefix(4 * count))).prefix(count))
  }

  // MARK: Reading

  func read(_ columns: TableColumns) throws(FormatError) -> ImportedHistory {
    let layout = try TableLayout(table, columns)
    let days = try TableDays(
      table.rows,
      column: layout.date,
      columns.dateOrder,
      in: table.source
    )
    var draft = HistoryDraft(.csv, file: table.source.name, limits: limits)
    let identities = TableIdentities(
      layout.id == nil ? [] : table.rows.map { identity(of: $0, layout) }
    )
    let points = points(layout)
    var habits: [String: Days] = [:]
    var keys: [(key: String, title: String)] = []
    var known: Set<String> = []
    for row in table.rows {
      guard let day = days.day(row[layout.date]) else {
        throw table.source.error("\(quoted(row[layout.date])) is not a day", line: row.line)
      }
      for (title, cells) in self.cells(of: row, layout, points) {
        guard !title.isEmpty else {
          throw table.source.error("the title of the habit is missing", line: row.line)
        }
        let key = identities.key(HabitID(row[layout.id].trimmed), title)
        if known.insert(key).inserted {
          keys.append((key, title))
          guard keys.count <= limits.habits else {
            throw table.source.error(
              "it holds more than the \(limits.habits) habits that are read",
              line: row.line
            )
          }
        }
        guard let entry = cells.entry(for: title, &draft) else { continue }
        // This program writes each day of a habit once.
        if layout.isOwn, key.hasPrefix("name:"), habits[key]?.entries[day] != nil {
          draft.remark(
            "\(quoted(title)) stands for several habits in this table, whose days were taken "
              + "together; an export of this version keeps them apart."
          )
        }
        habits[key, default: Days()].add(entry, on: day, unit: cells.unit)
        if let rhythm = Schedule(row[layout.rhythm].trimmed) {
          habits[key]?.rhythms.insert(rhythm)
        }
        // A row that a person added says nothing of the target, which the others do.
        if cells.target != nil || entry.value != nil && !row[layout.id].isEmpty {
          habits[key]?.targets.insert(cells.target)
        }
      }
    }
    for (key, title) in keys {
      let days = habits[key] ?? Days()
      try draft.add(
        key: key,
        details: HabitDetails(title: title, schedule: days.rhythm, target: days.target),
        entries: days.entries
      )
    }
    return draft.finished()
  }

  /// The id and the title of the habit of a row; nil if it has no id.
  private func identity(
    of row: CSVTable.Row,
    _ layout: TableLayout
  ) -> (id: HabitID, title: String)? {
    guard let id = HabitID(row[layout.id].trimmed) else { return nil }
    return (id, title(of: row, layout))
  }

  private func title(of row: CSVTable.Row, _ layout: TableLayout) -> String {
    let text = row[layout.habit]
    return (layout.isOwn ? CSVExport.plain(text) : text).trimmed
  }

  /// What a point before three digits means; where commas separate the columns, it is decimal.
  private func points(_ layout: TableLayout) -> TablePoints {
    guard !table.hasCommas else { return .decimal }
    let numbers = [layout.status, layout.value].compactMap { $0 }
    let columns = layout.habit == nil ? layout.others : numbers
    let points = TablePoints(
      in: table.rows.lazy.flatMap { row in columns.lazy.map { row[$0].trimmed } }
    )
    // This program writes decimal points.
    return layout.isOwn && points == .unknown ? .decimal : points
  }

  /// The cells of a row, by habit.
  private func cells(
    of row: CSVTable.Row,
    _ layout: TableLayout,
    _ points: TablePoints
  ) -> [(String, TableCells)] {
    guard layout.habit != nil else {
      return layout.others.map { (table.titles[$0].trimmed, cell(row[$0], points)) }
        // An empty cell is a day without an entry for the habit.
        .filter { !$0.1.says.isEmpty }
    }
    func text(_ column: Int?) -> String {
      layout.isOwn ? CSVExport.plain(row[column]) : row[column]
    }
    var cells = TableCells(
      status: layout.status.map { row[$0].trimmed },
      value: layout.value.map { row[$0].trimmed },
      unit: text(layout.unit).trimmed,
      note: text(layout.note),
      at: Instant(rfc3339: row[layout.at]),
      target: Target(inTable: text(layout.target))
    )
    cells.hasCommas = table.hasCommas
    cells.points = points
    return [(title(of: row, layout), cells)]
  }

  /// A cell in the column of a habit.
  private func cell(_ mark: String, _ points: TablePoints) -> TableCells {
    var cells = TableCells(mark: mark.trimmed)
    cells.hasCommas = table.hasCommas
    cells.points = points
    return cells
  }
}

/// Tells which habit a row is about.
private struct TableIdentities {
  /// The title with which each id comes first.
  private var titles: [HabitID: String] = [:]
  private var ids: [String: [HabitID]] = [:]

  init(_ identities: [(id: HabitID, title: String)?]) {
    for case let identity? in identities where titles[identity.id] == nil {
      titles[identity.id] = identity.title
      ids[identity.title, default: []].append(identity.id)
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

extension TableReader.Days {
  /// The rhythm that the rows say; each day if they say none, or several.
  fileprivate var rhythm: Schedule {
    rhythms.count == 1 ? rhythms.first ?? .daily : .daily
  }

  /// Adds what a row says; several rows of a day are merged.
  fileprivate mutating func add(_ entry: Entry, on day: Day, unit: String) {
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

  /// The target of all days, or else the one that explains which days are done.
  ///
  /// It is nil without a unit, or if none explains all.
  fileprivate var target: Target? {
    if targets.count == 1, case .some(.some(let said)) = targets.first { return said }
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
