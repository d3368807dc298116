import Core
import TrackingContract

/// Reads any table with a row for each day of a habit, or a column for each habit.
///
/// A habit is identified by its title, since only tables of this program hold ids.
struct TableReader {
  private let table: CSVTable
  private let limits: ImportLimits

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
    let points = points(layout)
    var history = TableHistory(of: table, layout, limits: limits)
    for row in table.rows {
      guard let day = days.day(row[layout.date]) else {
        throw table.source.error("\(quoted(row[layout.date])) is not a day", line: row.line)
      }
      for (title, cells) in self.cells(of: row, layout, points) {
        try history.add(cells, of: title, on: day, in: row)
      }
    }
    return try history.finished()
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
    return [(layout.title(of: row), cells)]
  }

  /// A cell in the column of a habit.
  private func cell(_ mark: String, _ points: TablePoints) -> TableCells {
    var cells = TableCells(mark: mark.trimmed)
    cells.hasCommas = table.hasCommas
    cells.points = points
    return cells
  }
}
