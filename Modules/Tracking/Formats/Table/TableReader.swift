import Core
import TrackingContract

/// Reads any table with a row for each day of a habit, or a column for each habit.
///
/// A habit is identified by its title, since tables hold no ids.
struct TableReader {
  private let table: CSVTable
  private let limits: ImportLimits

  fileprivate struct Days {
    var entries: [Day: Entry] = [:]
    var unit = ""
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
    var habits: [String: Days] = [:]
    var titles: [String] = []
    for row in table.rows {
      guard let day = days.day(row[layout.date]) else {
        throw table.source.error("\(quoted(row[layout.date])) is not a day", line: row.line)
      }
      for (title, cells) in self.cells(of: row, layout) {
        guard !title.isEmpty else {
          throw table.source.error("the title of the habit is missing", line: row.line)
        }
        if habits[title] == nil {
          titles.append(title)
          guard titles.count <= limits.habits else {
            throw table.source.error(
              "it holds more than the \(limits.habits) habits that are read",
              line: row.line
            )
          }
        }
        guard let entry = cells.entry(for: title, &draft) else { continue }
        habits[title, default: Days()].add(entry, on: day, unit: cells.unit)
      }
    }
    for title in titles {
      try add(title, habits[title] ?? Days(), &draft)
    }
    return draft.finished()
  }

  /// The cells of a row, by habit.
  private func cells(of row: CSVTable.Row, _ layout: TableLayout) -> [(String, TableCells)] {
    guard let habit = layout.habit else {
      return layout.others.map { (table.titles[$0].trimmed, TableCells(mark: row[$0].trimmed)) }
        // An empty cell is a day without an entry for the habit.
        .filter { !$0.1.says.isEmpty }
    }
    func text(_ column: Int?) -> String { layout.isOwn ? plain(row[column]) : row[column] }
    let cells = TableCells(
      status: layout.status.map { row[$0].trimmed },
      value: layout.value.map { row[$0].trimmed },
      unit: text(layout.unit).trimmed,
      note: text(layout.note),
      at: Instant(rfc3339: row[layout.at])
    )
    return [(text(habit).trimmed, cells)]
  }

  /// The text without the apostrophe that ``CSVExport`` adds to what looks like a formula.
  private func plain(_ text: String) -> String {
    var scalars = text.unicodeScalars
    guard scalars.first == "'", let second = scalars.dropFirst().first,
      "=+-@\t\r".unicodeScalars.contains(second)
    else { return text }
    scalars.removeFirst()
    return String(scalars)
  }

  private func add(
    _ title: String,
    _ days: Days,
    _ draft: inout HistoryDraft
  ) throws(FormatError) {
    let target = days.target
    if let target {
      draft.remark(
        "\(quoted(title)) is measured; the target was taken from its days: at least "
          + "\(target.amount) \(target.unit)."
      )
    }
    try draft.add(
      key: "name:\(title)",
      details: HabitDetails(title: title, target: target),
      entries: days.entries
    )
  }
}

extension TableReader.Days {
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

  /// The target that explains which days are done; nil without a unit, or if none explains all.
  fileprivate var target: Target? {
    guard !unit.isEmpty else { return nil }
    let done = entries.values.filter { $0.mark == .done }.compactMap(\.value)
    guard let least = done.min(), least.thousandths > 0 else { return nil }
    let isExplained = entries.values.allSatisfy { entry in
      guard let value = entry.value, entry.mark != .done else { return true }
      return value < least
    }
    return isExplained ? Target(amount: least, unit: unit) : nil
  }
}
