import Core
import TrackingContract

/// What one row of a table says about a day of a habit.
struct TableCells {
  /// Nil without such a column.
  var status: String?
  /// Nil without such a column.
  var value: String?
  var unit = ""
  var note = ""
  var at: Instant?
  /// What was to be reached on the day; nil if the row does not say it.
  var target: Target?
  /// Whether commas separate the columns, so that those in numbers are not decimal commas.
  var hasCommas = false
  var points = TablePoints.decimal

  init(
    status: String?,
    value: String?,
    unit: String,
    note: String,
    at: Instant?,
    target: Target?
  ) {
    self.status = status
    self.value = value
    self.unit = unit
    self.note = note
    self.at = at
    self.target = target
  }

  /// A cell in the column of a habit.
  init(mark: String) { status = mark }

  /// The text that says whether the day was done.
  var says: String { status ?? value ?? "" }

  /// The answers of programs, and those that people and spreadsheets write in the languages of
  /// ``TableLayout``.
  private static let words: [(mark: Mark, words: Set<String>)] = [
    (
      .done,
      [
        "done", "yes", "y", "true", "x", "✓", "✔", "✅", "☑", "completed", "complete", "kept",
        "checked", "check", "success", "sober", "ja", "wahr", "erledigt", "oui", "vrai", "fait",
        "sí", "si", "verdadero", "hecho",
      ]
    ),
    (
      .missed,
      [
        "missed", "no", "n", "false", "failed", "fail", "incomplete", "not", "notsober",
        "unchecked", "✗", "✘", "❌", "-", "nein", "falsch", "nicht", "non", "pas", "faux",
        "falso",
      ]
    ),
    (
      .skipped,
      ["skipped", "skip", "s", "vacation", "rest", "ausgelassen", "übersprungen", "omitido"]
    ),
    (.automatic, ["automatic"]),
    (.open, ["", "open", "unknown", "unmarked", "none", "in"]),
  ]

  /// The entry; nil if the row says nothing.
  func entry(for title: String, _ draft: inout HistoryDraft) -> Entry? {
    guard status != nil || value != nil else {
      // A row with only a day says that it was done.
      return Entry(mark: .done, note: note, at: at)
    }
    let measured = value.flatMap { amount($0, &draft) }
    var entry = Entry(mark: .open, value: measured, note: note, at: at)
    if let text = status {
      guard let mark = mark(text, title, &draft) else { return note.isEmpty ? nil : entry }
      entry.mark = mark.0
      if value == nil { entry.value = mark.1 }
      if let value, !value.isEmpty, measured == nil {
        draft.remark("\(quoted(value)) is not an amount; its days came without one.")
      }
    } else if let text = value {
      guard let mark = mark(text, title, &draft) else {
        return note.isEmpty ? nil : Entry(mark: .open, note: note, at: at)
      }
      entry.mark = mark.0
      // A number without a unit that only means yes or no.
      let isPlain = unit.isEmpty && (measured.map { $0.thousandths <= 1000 } ?? true)
      if isPlain { entry.value = nil }
    }
    return entry.isEmpty ? nil : entry
  }

  /// The mark, and the amount if the text says more than yes or no.
  private func mark(
    _ text: String,
    _ title: String,
    _ draft: inout HistoryDraft
  ) -> (Mark, Amount?)? {
    if let amount = amount(text, &draft) {
      // HabitBull writes a negative number if nothing is known.
      guard amount.thousandths >= 0 else { return nil }
      let isPlain = amount.thousandths == 0 || amount.thousandths == 1000
      return (amount.thousandths > 0 ? .done : .missed, isPlain ? nil : amount)
    }
    // Streaks writes `completed_manually`, `missed_auto`; others `Not completed`.
    let word = text.lowercased().split { $0 == "_" || $0 == " " }.first.map(String.init) ?? ""
    if let known = TableCells.words.first(where: { $0.words.contains(word) }) {
      return (known.mark, nil)
    }
    draft.remark("\(quoted(text)) is not a known answer; its days were left out.")
    return nil
  }

  /// Reads `20`, `1.5`, `1,5`, `1,234.5`, `1.234,5`, `1 234,5`, `1'234.5` and `1.234.567`.
  ///
  /// If there are commas and points, the last of them is the decimal mark. A comma before three
  /// digits is none where commas separate the columns, and a point is none where ``points`` group.
  private func amount(_ text: String, _ draft: inout HistoryDraft) -> Amount? {
    guard text.utf8.count <= 40, text.contains(where: \.isNumber) else { return nil }
    if TablePoints.isGrouped(text, by: ".") {
      guard points != .grouping, let amount = Amount(text) else {
        return Amount(text.filter { $0 != "." })
      }
      if points == .unknown {
        draft.remark(
          "Numbers such as 1.234 were taken with three decimals, as no number in this table shows "
            + "whether a point separates decimals or thousands."
        )
      }
      return amount
    }
    if let amount = Amount(text) { return amount }
    let text = TableCells.ungrouped(text)
    if let amount = Amount(text) { return amount }
    guard let comma = text.lastIndex(of: ",") else { return nil }
    let point = text.lastIndex(of: ".")
    let commas = text.count { $0 == "," }
    let isGroup = hasCommas && point == nil && TablePoints.isGrouped(text, by: ",")
    if isGroup, commas == 1 {
      draft.remark(
        "Commas separate the columns of this table, so numbers such as 1,234 were taken as thousands."
      )
    }
    let isDecimal = point.map { $0 < comma } ?? (commas == 1 && !isGroup)
    guard isDecimal else { return Amount(text.filter { $0 != "," }) }
    guard commas == 1 else { return nil }
    return Amount(text.filter { $0 != "." }.replacing(",", with: "."))
  }

  /// The spaces and apostrophes between the digits of large numbers.
  private static let groupMarks: Set<Unicode.Scalar> = [
    " ", "\u{A0}", "\u{2009}", "\u{202F}", "'", "’",
  ]

  /// The number without the marks before each three of its digits; the same text if there is another.
  private static func ungrouped(_ text: String) -> String {
    let groups = text.unicodeScalars.split(omittingEmptySubsequences: false) {
      groupMarks.contains($0)
    }
    let areWhole = groups.dropFirst().allSatisfy { group in
      group.prefix { ("0"..."9").contains($0) }.count == 3
    }
    guard groups.count > 1, areWhole else { return text }
    return String(String.UnicodeScalarView(groups.joined()))
  }
}
