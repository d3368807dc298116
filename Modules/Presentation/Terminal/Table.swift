/// A table that fits the screen.
public struct Table: View {
  /// The behavior of a column when there is too little room.
  public enum Fit: Sendable {
    /// Keeps its width until all other columns have shrunk.
    case fixed
    case truncates
    case wraps
  }

  public struct Column: Sendable {
    public var title: String
    public var alignment: Alignment
    public var fit: Fit
    public var minimumWidth: Int
    /// Whether to drop the column if even the minimum widths do not fit; the last one goes first.
    public var isOptional: Bool

    public init(
      _ title: String,
      _ alignment: Alignment = .leading,
      fit: Fit = .fixed,
      minimumWidth: Int = 16,
      isOptional: Bool = false
    ) {
      self.title = title
      self.alignment = alignment
      self.fit = fit
      self.minimumWidth = minimumWidth
      self.isOptional = isOptional
    }
  }

  public var columns: [Column]
  /// Cells beyond the columns are ignored; missing cells are empty.
  public var rows: [[Text]]
  public var indent: Int

  public init(_ columns: [Column], rows: [[Text]], indent: Int = 0) {
    self.columns = columns
    self.rows = rows
    self.indent = indent
  }

  public func lines(on screen: Screen) -> [Text] {
    if screen.profile.plain { return rows.map(sentence) }
    let layout = TableLayout(self, width: screen.width - indent)
    let margin = Text(repeating: " ", indent)
    let rule = screen.sign("─", ascii: "-")
    var lines: [Text] = []
    if columns.contains(where: { !$0.title.isEmpty }) {
      let titles = columns.map { Text($0.title, Style.muted.with(.bold)) }
      let rules = layout.widths.map { Text(repeating: rule, $0 ?? 0, .muted) }
      lines += layout.draw(titles, ellipsis: screen.ellipsis)
      lines += layout.draw(rules, ellipsis: screen.ellipsis)
    }
    for row in rows { lines += layout.draw(row, ellipsis: screen.ellipsis) }
    return lines.map { (margin + $0).trimmedEnd() }
  }

  /// A row as "Read 20 pages: Streak 12, Best 30".
  private func sentence(_ row: [Text]) -> Text {
    var parts: [Text] = []
    for (column, cell) in zip(columns, row).dropFirst() where !cell.isEmpty {
      parts.append(column.title.isEmpty ? cell : Text("\(column.title) ") + cell)
    }
    return Text.joined([row.first ?? "", Text.joined(parts, by: ", ")], by: ": ")
  }
}

/// The widths of a table's columns on a screen; nil for a dropped column.
private struct TableLayout {
  let columns: [Table.Column]
  private(set) var widths: [Int?]
  private let gap: Int

  init(_ table: Table, width: Int) {
    columns = table.columns
    gap = width >= 120 ? 4 : width >= 60 ? 3 : 2
    widths = table.columns.indices.map { index in
      let cells = table.rows.map { index < $0.count ? $0[index].width : 0 }
      return max(table.columns[index].title.displayWidth, cells.max() ?? 0)
    }
    fit(into: width)
  }

  private var total: Int {
    let shown = widths.compactMap { $0 }
    return shown.reduce(0, +) + gap * max(0, shown.count - 1)
  }

  private mutating func fit(into width: Int) {
    let natural = widths
    while total > width {
      shrink(to: width) { $0.fit == .fixed ? nil : $0.minimumWidth }
      if total <= width { return }
      guard let last = columns.indices.last(where: { columns[$0].isOptional && widths[$0] != nil })
      else { break }
      // The others regain the width that they gave up for the dropped column.
      widths = zip(natural, widths).map { $1 == nil ? nil : $0 }
      widths[last] = nil
    }
    // Truncated numbers are meaningless; truncated words are not.
    shrink(to: width) { $0.fit == .fixed ? nil : 6 }
    shrink(to: width) { _ in 3 }
  }

  /// Narrows the widest column repeatedly; `floor` returns the minimum width of a column.
  private mutating func shrink(to width: Int, floor: (Table.Column) -> Int?) {
    var excess = total - width
    while excess > 0 {
      let candidates = columns.indices.filter { index in
        guard let least = floor(columns[index]), let now = widths[index] else { return false }
        return now > least
      }
      guard let widest = candidates.max(by: { (widths[$0] ?? 0) < (widths[$1] ?? 0) }) else {
        return
      }
      widths[widest] = (widths[widest] ?? 0) - 1
      excess -= 1
    }
  }

  func draw(_ row: [Text], ellipsis: String) -> [Text] {
    var cells: [(lines: [Text], width: Int, alignment: Alignment)] = []
    for (index, width) in widths.enumerated() {
      guard let width else { continue }
      let cell = index < row.count ? row[index] : Text()
      let lines =
        columns[index].fit == .wraps
        ? cell.wrapped(to: width) : [cell.truncated(to: width, ellipsis: ellipsis)]
      cells.append((lines, width, columns[index].alignment))
    }
    return (0..<(cells.map(\.lines.count).max() ?? 0)).map { number in
      var line = Text()
      for (index, cell) in cells.enumerated() {
        if index > 0 { line += Text(repeating: " ", gap) }
        let part = number < cell.lines.count ? cell.lines[number] : Text()
        line += part.padded(to: cell.width, cell.alignment)
      }
      return line.trimmedEnd()
    }
  }
}
