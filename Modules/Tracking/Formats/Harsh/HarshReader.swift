import Core
import TrackingContract

/// Reads the two files of harsh, a list of habits and a log, joined by habit name.
///
/// A habit is identified by its name, since harsh has no ids; renaming one there creates a new one
/// here.
struct HarshReader {
  private let habits: ImportFile?
  private let log: ImportFile?
  private let name: String
  private let limits: ImportLimits

  /// Finds both files, given their folder or one of them.
  ///
  /// Besides `habits` and `log`, names with a common prefix are accepted, such as `old-habits` and
  /// `old-log`. Returns nil if there are none.
  init?(_ file: ImportFile, limits: ImportLimits) throws(FormatError) {
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

  /// Returns the common prefix of the two file names in a folder, which is usually empty.
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
      draft.remark(
        "The file 'habits' is missing, so new habits are taken as daily ones. Import it first to keep "
          + "how often they are due."
      )
    }
    if days == nil {
      draft.remark("The file 'log' is missing, so the habits have no days. Import it next.")
    }
    let entries = days?.entries ?? [:]
    for habit in list?.habits ?? [] {
      let details = HabitDetails(title: habit.name, group: habit.group, schedule: habit.schedule)
      try draft.add(
        key: "name:\(habit.name)",
        details: details,
        endedOn: habit.end,
        entries: entries[habit.name] ?? [:]
      )
    }
    let listed = Set(list?.habits.map(\.name) ?? [])
    for name in days?.names ?? [] where !listed.contains(name) {
      // The habit was renamed or removed in harsh, but its days still belong to the user.
      if list != nil {
        draft.remark("\(quoted(name)) is only in the log, so it was taken as an archived habit.")
      }
      let details = HabitDetails(title: name, archived: list != nil)
      try draft.add(key: "name:\(name)", details: details, entries: entries[name] ?? [:])
    }
    for remark in (list?.remarks ?? []) + (days?.remarks ?? []) { draft.remark(remark) }
    return draft.finished()
  }

  private func text(_ file: ImportFile) throws(FormatError) -> ImportText {
    try ImportText(file.bytes(limit: limits.fileBytes), name: file.name)
  }
}
