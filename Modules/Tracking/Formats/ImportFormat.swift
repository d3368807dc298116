/// The file formats that can be imported; `rawValue` is the name a user types.
public enum ImportFormat: String, CaseIterable, Codable, Sendable {
  /// Loop Habit Tracker: a backup (`.db`), a CSV export (`.zip`) or the folder unpacked from one.
  case loop
  /// harsh: the folder with `habits` and `log`, or either file.
  case harsh
  /// Beaver Habits: its JSON export or a file of its storage.
  case beaver
  /// Table Habit (mhabit): its JSON export.
  case tableHabit = "table-habit"
  /// Habitica: the `userdata.json` of its settings.
  case habitica
  /// HabitKit: its JSON export.
  case habitKit = "habitkit"
  /// Any table with a row for each day of a habit, or a column for each habit.
  case csv

  /// The name of the program.
  public var program: String {
    switch self {
    case .loop: "Loop Habit Tracker"
    case .harsh: "harsh"
    case .beaver: "Beaver Habits"
    case .tableHabit: "Table Habit"
    case .habitica: "Habitica"
    case .habitKit: "HabitKit"
    case .csv: "a spreadsheet"
    }
  }
}
