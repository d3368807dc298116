import Core
import TrackingContract

/// A history under construction, shared by the readers of all formats.
struct HistoryDraft {
  private let source: ImportFormat
  private let file: String
  private let limits: ImportLimits
  private var habits: [ImportedHabit] = []
  private var remarks: [String] = []
  private var unshownRemarks = 0
  private var entryCount = 0
  private var keys: [String: Int] = [:]

  /// The maximum number of remarks that are kept; further ones are only counted.
  static let longestRemarks = 100

  init(_ source: ImportFormat, file: String, limits: ImportLimits) {
    self.source = source
    self.file = file
    self.limits = limits
  }

  /// Adds a remark about data that could not be kept exactly.
  ///
  /// A sentence that was already added is not repeated.
  mutating func remark(_ sentence: String) {
    guard !remarks.contains(sentence) else { return }
    if remarks.count < HistoryDraft.longestRemarks {
      remarks.append(sentence)
    } else {
      unshownRemarks += 1
    }
  }

  /// Appends a habit.
  ///
  /// `key` must be the same each time the same habit is read. If two habits share a key, `#2`, `#3`
  /// distinguish them, in file order.
  mutating func add(
    key: String,
    details: HabitDetails,
    createdOn: Day? = nil,
    endedOn: Day? = nil,
    isTargetDerived: Bool = false,
    entries: [Day: Entry]
  ) throws(FormatError) {
    guard habits.count < limits.habits else {
      throw FormatError(
        file: file,
        problem: "it holds more than the \(limits.habits) habits that are read"
      )
    }
    var fitting = fitted(details)
    fitting.position = habits.count
    var list: [ImportedEntry] = []
    for (day, entry) in entries.sorted(by: { $0.key < $1.key }) {
      guard ImportDay.range.contains(day) else {
        remark(
          "\(quoted(fitting.title)): the entry of \(day) was left out; only 1900 to 2199 are kept."
        )
        continue
      }
      let entry = fitted(entry, of: fitting.title, on: day)
      if !entry.isEmpty { list.append(ImportedEntry(day: day, entry: entry)) }
    }
    entryCount += list.count
    guard entryCount <= limits.entries else {
      throw FormatError(
        file: file,
        problem: "it holds more than the \(limits.entries) entries that are read"
      )
    }
    habits.append(
      ImportedHabit(
        key: unique(HistoryDraft.bounded(key)),
        details: fitting,
        createdOn: createdOn.flatMap { ImportDay.range.contains($0) ? $0 : nil },
        endedOn: endedOn.flatMap { ImportDay.range.contains($0) ? $0 : nil },
        isTargetDerived: isTargetDerived && fitting.target != nil ? true : nil,
        entries: list
      )
    )
  }

  func finished() -> ImportedHistory {
    let untold = [ImportedHistory.untold(unshownRemarks)].compactMap { $0 }
    return ImportedHistory(source: source.rawValue, habits: habits, remarks: remarks + untold)
  }

  /// A key that is no longer than necessary: some files name a habit by its title.
  private static func bounded(_ key: String) -> String {
    guard key.utf8.count > 1000 else { return key }
    return "\(String(String.UnicodeScalarView(key.unicodeScalars.prefix(250)))) \(key.utf8.count)"
  }

  private mutating func unique(_ key: String) -> String {
    let count = (keys[key] ?? 0) + 1
    keys[key] = count
    guard count > 1 else { return key }
    return unique("\(key)#\(count)")
  }

  private mutating func fitted(_ details: HabitDetails) -> HabitDetails {
    var details = details
    var title = fitted(details.title, .line, HabitDetails.maxTitleLength, "title", details.title)
    if title.isEmpty { title = "Untitled" }
    details.title = title
    details.notes = fitted(details.notes, .lines, HabitDetails.maxNotesLength, "description", title)
    details.question = fitted(
      details.question,
      .lines,
      HabitDetails.maxQuestionLength,
      "question",
      title
    )
    if let group = details.group {
      let group = fitted(group, .line, HabitDetails.maxGroupLength, "group", title)
      details.group = group.isEmpty ? nil : group
    }
    let icon = try? details.icon.map { try TextRule.line.checked($0.description, "The icon") }
    details.icon = icon.map { HabitIcon($0) }.flatMap { $0.isEmoji ? $0 : nil }
    details.reminders.removeAll { !(0..<1440).contains($0.minutes) }
    if let target = details.target {
      details.target?.unit = fitted(target.unit, .line, Target.maxUnitLength, "unit", title)
      if !HistoryDraft.isPossible(target.amount) {
        details.target = nil
        remark("\(quoted(title)): its target is out of range and was left out.")
      }
    }
    return details
  }

  private mutating func fitted(_ entry: Entry, of title: String, on day: Day) -> Entry {
    var entry = entry
    entry.note = fitted(entry.note, .lines, Entry.maxNoteLength, "note of \(day)", title)
    if let value = entry.value, !HistoryDraft.isPossible(value) {
      entry.value = nil
      remark("\(quoted(title)): the value of \(day) is out of range and was left out.")
    }
    if let at = entry.at, !ImportDay.range.contains(ImportDay.day(milliseconds: at.milliseconds)) {
      entry.at = nil
    }
    return entry
  }

  /// Returns whether a user can have measured the amount: less than 10^12 units.
  private static func isPossible(_ amount: Amount) -> Bool {
    amount.thousandths.magnitude <= 1_000_000_000_000_000
  }

  /// A text of at most `count` characters, without characters that nothing can show.
  ///
  /// Only as much is read as can be kept, since files contain texts of any length, and one
  /// character any number of marks.
  private mutating func fitted(
    _ text: String,
    _ rule: TextRule,
    _ count: Int,
    _ what: String,
    _ title: String
  ) -> String {
    let most = TextRule.scalarsPerCharacter * (count + 1)
    let start =
      text.utf8.count <= most
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(most)))
    let cleaned = rule.cleaned(start)
    guard start.utf8.count < text.utf8.count || cleaned.count > count else { return cleaned }
    remark("\(quoted(title)): the \(what) is longer than \(count) characters and was cut there.")
    return String(cleaned.prefix(count))
  }
}
