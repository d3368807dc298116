import Core
import TrackingContract

/// The habits listed in a `habits` file of harsh.
struct HarshHabits {
  struct Habit {
    let name: String
    let group: String?
    let schedule: Schedule
    /// The last day on which it is tracked; nil if there is no end.
    let end: Day?
  }

  private(set) var habits: [Habit] = []
  private(set) var remarks: [String] = []

  /// Parses lines such as `Gym: 3/7`, and the headings and comments between them.
  init(_ text: ImportText) throws(FormatError) {
    var group: String?
    for (number, line) in text.lines {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("!") {
        group = line.dropFirst().trimmed
        continue
      }
      try read(line, group: group, at: number, of: text)
    }
  }

  private mutating func read(
    _ line: String,
    group: String?,
    at number: Int,
    of text: ImportText
  ) throws(FormatError) {
    let parts = HarshHabits.parts(line)
    guard parts.count == 2 || parts.count == 3, !parts[0].isEmpty else {
      throw text.error("\(quoted(line)) is not of the form 'Name: frequency'", line: number)
    }
    guard let (times, days) = HarshHabits.frequency(parts[1]) else {
      throw text.error(
        "\(quoted(parts[1])) is not a frequency of harsh's, such as 1, 3/7 or 2w",
        line: number
      )
    }
    guard !habits.contains(where: { $0.name == parts[0] }) else {
      throw text.error("\(quoted(parts[0])) is listed twice", line: number)
    }
    if days == 0 {
      remarks.append(
        "\(quoted(parts[0])): harsh only tracks it and never asks; here it is a daily habit."
      )
    }
    if parts.count == 3 {
      remarks.append(
        "\(quoted(parts[0])): harsh ends it on \(parts[2]); here habits have no end, so it is "
          + "archived if that day is over."
      )
    }
    let schedule = Schedule(Int64(max(1, times)), inAny: Int64(max(1, days))) ?? .daily
    let end = parts.count == 3 ? Day(parts[2]) : nil
    habits.append(Habit(name: parts[0], group: group, schedule: schedule, end: end))
  }

  /// Splits at `: ` as harsh does, or at every colon if none is followed by a space.
  private static func parts(_ line: String) -> [String] {
    var parts: [Substring] = []
    var rest = line[...]
    while let range = rest.firstRange(of: ": ") {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    parts.append(rest)
    if parts.count == 1 {
      parts = line.split(separator: ":", omittingEmptySubsequences: false)
    }
    return parts.map(\.trimmed)
  }

  /// Parses `n`, `nw`, `t/n` and `t/nw`: `t` times, or once, in `n` days or weeks.
  private static func frequency(_ text: String) -> (times: Int, days: Int)? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, var interval = parts.last else { return nil }
    let isWeeks = interval.last == "w"
    if isWeeks { interval.removeLast() }
    guard let count = Int(interval), (0...3650).contains(count) else { return nil }
    let days = isWeeks ? count * 7 : count
    guard days <= 3650 else { return nil }
    guard parts.count == 2 else { return (1, days) }
    guard let times = Int(parts[0]), times >= 1, times <= days else { return nil }
    return (times, days)
  }
}
