import Core
import TrackingContract

/// Reads Loop's CSV export: `Habits.csv`, and a folder per habit that begins with its number.
///
/// A habit is identified by its name, since the export holds no ids. The tables at the top level
/// that hold all habits together are not read, because they do not quote names.
struct LoopCSV {
  private let tree: any FileTree
  private let root: String
  private let name: String
  private let limits: ImportLimits

  /// Returns the path of `Habits.csv`, at the top level or in the only folder there.
  static func list(in paths: [String]) -> String? {
    paths.filter { $0 == "Habits.csv" || $0.hasSuffix("/Habits.csv") }
      .filter { !$0.hasPrefix("__MACOSX/") }
      .min { $0.utf8.count < $1.utf8.count }
  }

  init(_ tree: any FileTree, name: String, limits: ImportLimits) throws(FormatError) {
    self.tree = tree
    self.name = name
    self.limits = limits
    guard let list = LoopCSV.list(in: tree.paths) else {
      throw FormatError(
        file: name,
        problem: "there is no Habits.csv in it, as an export of Loop has; if it holds the export "
          + "of another program, unpack it and choose the file in it"
      )
    }
    root = String(list.dropLast("Habits.csv".count))
  }

  func read() throws(FormatError) -> ImportedHistory {
    var draft = HistoryDraft(.loop, file: name, limits: limits)
    let list = try CSVTable(try tree.bytes(of: "\(root)Habits.csv"), name: "Habits.csv")
    let columns = try LoopColumns(list)
    let folders = folders()
    for row in list.rows {
      let habit = try columns.habit(row)
      let number = Int(row[columns.position])
      var entries: [Day: Entry] = [:]
      if let path = number.flatMap({ folders[$0] }) {
        entries = try read(path, of: habit, &draft)
      } else {
        draft.remark("\(quoted(habit.name)): its Checkmarks.csv is missing, so it has no days.")
      }
      try draft.add(key: "name:\(habit.name)", details: habit.details(&draft), entries: entries)
    }
    draft.remark(
      "Loop's CSV export holds no reminders; its backup does. They come only with new habits, so "
        + "import the backup instead if you want them."
    )
    return draft.finished()
  }

  /// Returns the path of each habit's `Checkmarks.csv`, by the habit's number.
  private func folders() -> [Int: String] {
    var folders: [Int: String] = [:]
    for path in tree.paths where path.hasPrefix(root) {
      let parts = path.dropFirst(root.count).split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[1] == "Checkmarks.csv" else { continue }
      guard let number = Int(parts[0].prefix { $0.isNumber }) else { continue }
      folders[number] = folders[number] ?? path
    }
    return folders
  }

  private func read(
    _ path: String,
    of habit: LoopHabit,
    _ draft: inout HistoryDraft
  ) throws(FormatError) -> [Day: Entry] {
    // Some versions write an empty file for a habit without days.
    let bytes = try tree.bytes(of: path)
    guard !bytes.isEmpty else { return [:] }
    let table = try CSVTable(bytes, name: path)
    let columns = try LoopCSV.columns(table)
    var entries: [Day: Entry] = [:]
    for row in columns.rows {
      guard let day = Day(row[columns.date].trimmed) else {
        throw table.source.error(
          "\(quoted(row[columns.date])) is not a day written as YYYY-MM-DD",
          line: row.line
        )
      }
      guard let raw = LoopCSV.raw(row[columns.value].trimmed) else {
        throw table.source.error(
          "\(quoted(row[columns.value])) is not a value of Loop's",
          line: row.line
        )
      }
      if let entry = habit.entry(raw, note: row[columns.notes], on: day, &draft),
        entries[day] == nil
      {
        entries[day] = entry
      }
    }
    return entries
  }

  /// Returns the columns and rows of a `Checkmarks.csv`; the earliest versions wrote no titles.
  private static func columns(
    _ table: CSVTable
  ) throws(FormatError) -> (date: Int, value: Int, notes: Int?, rows: [CSVTable.Row]) {
    if Day(table.titles[0]) != nil { return (0, 1, nil, [table.titles] + table.rows) }
    guard let date = table.column("Date"), let value = table.column("Value") else {
      throw table.source.error("the columns 'Date' and 'Value' are missing", line: 1)
    }
    return (date, value, table.column("Notes"), table.rows)
  }

  /// Parses a stored number, or Loop's name for it.
  ///
  /// Loop also prints names for measured habits, where 1 and 2 mean thousandths, so both kinds of
  /// habit must be read from the number.
  private static func raw(_ text: String) -> Int64? {
    switch text {
    case "UNKNOWN": -1
    case "NO": 0
    case "YES_AUTO": 1
    case "YES_MANUAL": 2
    case "SKIP": 3
    default: Int64(text)
    }
  }
}

/// The columns of `Habits.csv`, whose titles changed between versions of Loop.
struct LoopColumns {
  private let table: CSVTable
  let position: Int?
  private let name: Int
  private let question: Int?
  private let notes: Int?
  private let times: Int?
  private let days: Int?

  init(_ table: CSVTable) throws(FormatError) {
    self.table = table
    guard let name = table.column("Name") else {
      throw table.source.error("the column 'Name' is missing", line: 1)
    }
    self.name = name
    position = table.column("Position")
    // Before Loop had questions, the description held the question.
    let question = table.column("Question")
    self.question = question ?? table.column("Description")
    notes = question == nil ? nil : table.column("Description")
    times = table.column("FrequencyNumerator", "NumRepetitions")
    days = table.column("FrequencyDenominator", "Interval")
  }

  func habit(_ row: CSVTable.Row) throws(FormatError) -> LoopHabit {
    var habit = LoopHabit()
    habit.name = row[name]
    habit.isNumeric = row[table.column("Type")] == "NUMERICAL"
    habit.question = row[question]
    habit.notes = row[notes]
    habit.times = try number(row, times)
    habit.days = try number(row, days)
    habit.color = HabitColor(row[table.column("Color")]) ?? .green
    habit.unit = row[table.column("Unit")]
    habit.isAtMost = row[table.column("Target Type")] == "AT_MOST"
    let target = row[table.column("Target Value")].trimmed
    guard let value = Double(target.isEmpty ? "0" : target), Amount(foreign: value) != nil else {
      throw table.source.error("\(quoted(target)) is not a target", line: row.line)
    }
    habit.targetValue = value
    habit.isArchived = row[table.column("Archived?")].lowercased() == "true"
    return habit
  }

  private func number(_ row: CSVTable.Row, _ column: Int?) throws(FormatError) -> Int64 {
    guard let column else { return 1 }
    guard let number = Int64(row[column].trimmed) else {
      throw table.source.error(
        "\(quoted(row[column])) is not a number, where the frequency belongs",
        line: row.line
      )
    }
    return number
  }
}
