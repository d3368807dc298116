import Core
import Presentation

/// A continuous calendar: a row for each week, a column for each weekday, shades from 1 to 10.
///
/// Months follow each other without a gap; the week in which a month begins shows its name.
public struct ShadeGrid: View {
  private let cells: [Day: ShadeCell]
  public var today: Day
  public var weekStart: Weekday
  /// The number of weeks to show, including the current one.
  public var weeks: Int
  public var words: ShadeWords

  public init(
    days: some Sequence<(Day, ShadeCell)>,
    today: Day,
    weekStart: Weekday = .monday,
    weeks: Int,
    words: ShadeWords
  ) {
    cells = Dictionary(days.map { ($0.0, $0.1) }) { $1 }
    self.today = today
    self.weekStart = weekStart
    self.weeks = max(1, weeks)
    self.words = words
  }

  public func lines(on screen: Screen) -> [Text] {
    if screen.profile.plain { return sentences() }
    let plan = Plan(screen)
    let rows = firstDays.enumerated().map { week($1, isFirst: $0 == 0, plan, screen) }
    return [header(plan)] + rows + [""] + legend(plan, screen)
  }

  // MARK: Layout

  private struct Plan {
    /// Columns before the first day.
    let margin: Int
    /// Columns from one day to the next.
    let pitch: Int

    /// Leaves room for a date beside the week and brackets around a day on wide screens.
    init(_ screen: Screen) {
      let isWide = screen.width >= 8 + 7 * 4 + 1
      margin = isWide ? 8 : 4
      pitch = isWide ? 4 : 2
    }

    var isWide: Bool { pitch > 2 }
  }

  private var firstDays: [Day] {
    let last = today.startOfWeek(from: weekStart)
    return (0..<weeks).map { last.advanced(by: -7 * (weeks - 1 - $0)) }
  }

  private func header(_ plan: Plan) -> Text {
    var line = Text(repeating: " ", plan.margin)
    for weekday in CalendarLabels.week(from: weekStart) {
      let name = CalendarLabels.weekday(weekday, letters: plan.isWide ? 3 : 1)
      line += Text(name, .muted).padded(to: plan.pitch, .trailing)
    }
    return line
  }

  private func week(_ first: Day, isFirst: Bool, _ plan: Plan, _ screen: Screen) -> Text {
    var line = label(first, isFirst: isFirst, plan).padded(to: plan.margin)
    for place in 0..<7 {
      let day = first.advanced(by: place)
      let opening: Text = day == today ? bracket("[") : closing(after: day, place)
      let sign = day > today ? Text() : cell(day, plan, screen)
      let gap = plan.pitch - opening.width - sign.width
      line += opening + Text(repeating: " ", gap) + sign
    }
    if first.advanced(by: 6) == today { line += bracket("]") }
    return line.trimmedEnd()
  }

  /// The bracket that closes the preceding day's cell, drawn in the gap before this one.
  private func closing(after day: Day, _ place: Int) -> Text {
    place > 0 && day.advanced(by: -1) == today ? bracket("]") : Text()
  }

  /// The date of the week's first day, with its month if that differs from the week before.
  ///
  /// Where the year changes, and at the top of a grid that begins in an earlier year, it shows the
  /// year instead of the day.
  private func label(_ first: Day, isFirst: Bool, _ plan: Plan) -> Text {
    let month = isFirst || first.dayOfMonth <= 7 ? CalendarLabels.month(first) : ""
    let isOtherYear = first.year != (isFirst ? today.year : first.advanced(by: -7).year)
    guard plan.isWide else { return Text(isOtherYear ? "\(first.year)" : month, .muted) }
    if isOtherYear {
      return Text(CalendarLabels.month(first), .bold).padded(to: 4) + Text("\(first.year)", .bold)
    }
    return Text(month, .bold).padded(to: 4)
      + Text("\(first.dayOfMonth)", .muted).padded(to: 2, .trailing)
  }

  private func bracket(_ sign: String) -> Text { Text(sign, Style.accent.with(.bold)) }

  private func cell(_ day: Day, _ plan: Plan, _ screen: Screen) -> Text {
    let cell = cells[day] ?? .none
    let text = cell.text(on: screen, columns: plan.isWide ? 2 : 1)
    return day == today ? text.with(.bold) : text
  }

  private func legend(_ plan: Plan, _ screen: Screen) -> [Text] {
    let columns = plan.isWide ? 2 : 1
    func sample(_ cell: ShadeCell) -> Text { cell.text(on: screen, columns: columns) }
    let ramp = Text.joined([1, 4, 7, 10].map { sample(.shade($0)) }, by: " ")
    let entries = [
      ramp + Text(" \(words.shades)", .muted),
      sample(.broken) + Text(" \(words.broken)", .muted),
      sample(.none) + Text(" \(words.none)", .muted),
      bracket("[") + bracket("]") + Text(" today", .muted),
    ]
    return Legend(entries: entries, indent: 0).lines(on: screen)
  }

  // MARK: For screen readers

  /// Sentences such as "Week of 2026-11-16: Mon day 3, Tue not sober".
  private func sentences() -> [Text] {
    firstDays.map { first in
      let days = (0..<7).map { first.advanced(by: $0) }.filter { $0 <= today }
      guard days.contains(where: { (cells[$0] ?? .none) != .none }) else {
        return Text("Week of \(first): \(words.none).")
      }
      let parts = days.map { day in
        "\(CalendarLabels.weekday(day.weekday)) \(words.spoken(cells[day] ?? .none))"
      }
      return Text("Week of \(first): \(parts.joined(separator: "; ")).")
    }
  }
}

/// A day of a ``ShadeGrid``.
public enum ShadeCell: Sendable, Hashable {
  /// The day's position in its run, from 1; all above 10 look alike.
  case shade(Int)
  /// A day that ended a run.
  case broken
  /// Nothing is recorded for the day.
  case none

  /// The symbol in exactly `columns` columns, 1 or 2.
  ///
  /// A square if there are colors for it, else the number itself, which is legible without color.
  func text(on screen: Screen, columns: Int) -> Text {
    switch self {
    case .none:
      return Text(screen.sign(screen.theme.glyphs.empty), .muted).padded(to: columns, .trailing)
    case .broken:
      return Text(screen.sign(screen.theme.glyphs.missed), .missed).padded(to: columns, .trailing)
    case .shade(let shade):
      let shade = min(10, max(1, shade))
      if screen.profile.unicode, screen.profile.color >= .indexed256, screen.palette.ramp != nil {
        return Text(repeating: "█", columns, .shade(shade))
      }
      let number = columns == 1 && shade == 10 ? "X" : String(shade)
      return Text(number, .shade(shade)).padded(to: columns, .trailing)
    }
  }
}

/// The meanings of the symbols of a ``ShadeGrid``.
public struct ShadeWords: Sendable {
  /// `days in a row, 1 to 10 and more`.
  public var shades: String
  public var broken: String
  public var none: String
  /// The words before the number for a screen reader: `sober, day`.
  public var day: String

  public init(shades: String, broken: String, none: String, day: String) {
    self.shades = shades
    self.broken = broken
    self.none = none
    self.day = day
  }

  func spoken(_ cell: ShadeCell) -> String {
    switch cell {
    case .shade(let shade): "\(day) \(shade)\(shade >= 10 ? " or more" : "")"
    case .broken: broken
    case .none: none
    }
  }
}

/// The last days on one line, newest last: a compact ``ShadeGrid``.
public struct ShadeStrip: View {
  private let cells: [ShadeCell]
  public var words: ShadeWords

  /// - Parameter cells: oldest first; the last is today.
  public init(_ cells: [ShadeCell], words: ShadeWords) {
    self.cells = cells
    self.words = words
  }

  public func lines(on screen: Screen) -> [Text] {
    if screen.profile.plain {
      let parts = cells.suffix(7).map { words.spoken($0) }
      return [Text("The last \(parts.count) days, today last: \(parts.joined(separator: "; ")).")]
    }
    let room = (screen.width - 2) / 3
    let shown = cells.suffix(max(1, room))
    var line = Text()
    for (index, cell) in shown.enumerated() {
      let isToday = index == shown.count - 1
      line += isToday ? Text("[", Style.accent.with(.bold)) : Text(" ")
      line += cell.text(on: screen, columns: 2)
    }
    return [line + Text("]", Style.accent.with(.bold))]
  }
}
