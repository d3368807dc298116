import Core
import TrackingContract

/// The entries in a `log` file of harsh.
struct HarshLog {
  /// The entries by habit name; the last of several lines for a day counts, as in harsh.
  private(set) var entries: [String: [Day: Entry]] = [:]
  /// The habit names in order of first appearance.
  private(set) var names: [String] = []
  private(set) var remarks: [String] = []

  /// Parses lines such as `2025-01-01 : Gym : y : leg day : 1.5`.
  init(_ text: ImportText) throws(FormatError) {
    for (number, line) in text.lines {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      try read(line, at: number, of: text)
    }
  }

  private mutating func read(
    _ line: String,
    at number: Int,
    of text: ImportText
  ) throws(FormatError) {
    let fields = HarshLog.fields(line)
    guard fields.count >= 3 else {
      throw text.error(
        "\(quoted(line)) is not of the form 'day : habit : y, n or s : comment : amount'",
        line: number
      )
    }
    guard let day = Day(fields[0]) else {
      throw text.error("\(quoted(fields[0])) is not a day written as YYYY-MM-DD", line: number)
    }
    let name = fields[1]
    guard !name.isEmpty else { throw text.error("the name of the habit is missing", line: number) }
    guard let mark = HarshLog.mark(fields[2]) else {
      throw text.error(
        "\(quoted(fields[2])) is none of harsh's answers y, n and s",
        line: number
      )
    }
    guard let (note, amount) = HarshLog.details(fields.dropFirst(3)) else {
      throw text.error("\(quoted(fields[4])) is not an amount", line: number)
    }
    if fields.count > 5 {
      remarks.append(
        "Line \(number) of \(text.name) has ' : ' in its comment, so that harsh leaves the line out;"
          + " it was kept."
      )
    }
    if entries[name] == nil { names.append(name) }
    entries[name, default: [:]][day] = Entry(mark: mark, value: amount, note: note)
  }

  private static func mark(_ text: String) -> Mark? {
    switch text {
    case "y", "Y": .done
    case "n", "N": .missed
    case "s", "S": .skipped
    default: nil
    }
  }

  /// Splits a line at ` : `.
  ///
  /// Fields with only one space between them, and an empty last field that lost its space, are read
  /// as the empty fields they were.
  private static func fields(_ line: String) -> [String] {
    var fields: [String] = []
    var rest = line[...]
    if rest.hasSuffix(" :") { rest += " " }
    while let range = separator(in: rest) {
      fields.append(rest[..<range.lowerBound].trimmed)
      rest = rest[range.upperBound...]
      while rest.hasPrefix(": ") {
        fields.append("")
        rest = rest.dropFirst(2)
      }
    }
    fields.append(rest.trimmed)
    return fields
  }

  /// Finds the first ` : ` by bytes; a search by characters would take most of an import's time.
  private static func separator(in text: Substring) -> Range<String.Index>? {
    let bytes = text.utf8
    var rest = bytes[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      let next = bytes.index(after: colon)
      if colon > bytes.startIndex, next < bytes.endIndex {
        let before = bytes.index(before: colon)
        if bytes[before] == 0x20, bytes[next] == 0x20 { return before..<bytes.index(after: next) }
      }
      rest = bytes[next...]
    }
    return nil
  }

  /// Returns the comment and the amount; nil if the amount is not a number.
  ///
  /// harsh writes an amount of 0 for none.
  private static func details(_ fields: ArraySlice<String>) -> (String, Amount?)? {
    guard let last = fields.last, fields.count >= 2 else { return (fields.first ?? "", nil) }
    let value = last.isEmpty ? 0 : Double(last)
    guard let value, let amount = Amount(foreign: value) else {
      guard fields.count > 2 else { return nil }
      return (fields.joined(separator: " : "), nil)
    }
    let note = fields.dropLast().joined(separator: " : ")
    return (note, amount.thousandths == 0 ? nil : amount)
  }
}
