import Core
import TrackingContract

/// Reads what harsh keeps: a file of habits and a log, joined by the habits' names.
///
/// A habit is known again by its name, since harsh has nothing else; renaming one there makes a
/// new one here.
struct HarshReader {
  private let habits: ForeignFile?
  private let log: ForeignFile?
  private let name: String
  private let limits: ImportLimits

  /// Finds both files, given their folder or one of them.
  ///
  /// Beside `habits` and `log`, names that share a beginning are taken, such as `old-habits` and
  /// `old-log`. Nil when there is none.
  init?(_ file: ForeignFile, limits: ImportLimits) throws(FormatError) {
    self.limits = limits
    name = file.name
    switch try file.kind() {
    case .folder:
      let names = try file.names(limit: limits.files)
      guard let prefix = HarshReader.prefix(names) else { return nil }
      habits = names.contains("\(prefix)habits") ? file.child("\(prefix)habits") : nil
      log = names.contains("\(prefix)log") ? file.child("\(prefix)log") : nil
    case .file:
      if file.name.hasSuffix("habits") {
        habits = file
        let other = file.folder.child("\(file.name.dropLast("habits".count))log")
        log = other.isFile ? other : nil
      } else if file.name.hasSuffix("log") {
        log = file
        let other = file.folder.child("\(file.name.dropLast("log".count))habits")
        habits = other.isFile ? other : nil
      } else {
        return nil
      }
    }
  }

  /// What the names of the two files in a folder begin with; nothing if that is there.
  private static func prefix(_ names: [String]) -> String? {
    if names.contains("habits") || names.contains("log") { return "" }
    let prefixes = names.compactMap { $0.hasSuffix("habits") ? $0.dropLast("habits".count) : nil }
    return prefixes.map(String.init).first { names.contains("\($0)log") }
  }

  func read() throws(FormatError) -> ImportedHistory {
    var draft = HistoryDraft(.harsh, file: name, limits: limits)
    let list = try habits.map { file throws(FormatError) in try HarshHabits(text(file)) }
    let days = try log.map { file throws(FormatError) in try HarshLog(text(file)) }
    if list == nil {
      draft.remark("The file 'habits' is missing, so all habits were taken as daily ones.")
    }
    if days == nil { draft.remark("The file 'log' is missing, so the habits have no days.") }
    let entries = days?.entries ?? [:]
    for habit in list?.habits ?? [] {
      let details = HabitDetails(title: habit.name, group: habit.group, schedule: habit.schedule)
      try draft.add(
        key: "name:\(habit.name)",
        details: details,
        entries: entries[habit.name] ?? [:]
      )
    }
    let listed = Set(list?.habits.map(\.name) ?? [])
    for name in days?.names ?? [] where !listed.contains(name) {
      // Renamed or given up in harsh: its days are still the person's.
      if list != nil {
        draft.remark("\(quoted(name)) is only in the log, so it was taken as an archived habit.")
      }
      let details = HabitDetails(title: name, archived: list != nil)
      try draft.add(key: "name:\(name)", details: details, entries: entries[name] ?? [:])
    }
    for remark in (list?.remarks ?? []) + (days?.remarks ?? []) { draft.remark(remark) }
    return draft.finished()
  }

  private func text(_ file: ForeignFile) throws(FormatError) -> ForeignText {
    try ForeignText(file.bytes(limit: limits.fileBytes), name: file.name)
  }
}
