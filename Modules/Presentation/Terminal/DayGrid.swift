import Core
import Presentation

/// The calendar of one habit: a row for each week, a column for each weekday.
public struct DayGrid: View {
  private let marks: [Day: DayMark]
  private let streak: Set<Day>
  private let firstDay: Day
  public var today: Day
  public var weekStart: Weekday

  /// - Parameters:
  ///   - days: the days to show, in any order; missing days in between are not due.
  ///   - currentStreak: the days of the current streak.
  public init(
    days: some Sequence<(Day, DayMark)>,
    currentStreak: some Sequence<Day> = [],
    today: Day,
    weekStart: Weekday = .monday
  ) {
    marks = Dictionary(days.map { ($0.0, $0.1) }) { $1 }
    streak = Set(currentStreak)
    firstDay = min(marks.keys.min() ?? today, today)
    self.today = today
    self.weekStart = weekStart
  }

  private static let margin = 4

  public func lines(on screen: Screen) -> [Text] {
    if screen.profile.plain { return sentences(on: screen) }
    let plan = plan(for: screen)
    let blocks = (0..<plan.blocks).map { block(Array(plan.weeks(of: $0)), plan, screen) }
    var lines = (0..<(plan.rows + 1)).map { row in
      var line = Text()
      for (index, block) in blocks.enumerated() where row < block.count {
        line = line.padded(to: index * (plan.blockWidth + plan.gap)) + block[row]
      }
      return line.trimmedEnd()
    }
    lines.append("")
    return lines + legend(screen)
  }

  // MARK: Layout

  private struct Plan {
    var weeks: [Day]
    var blocks: Int
    /// Columns from one day to the next.
    var pitch: Int
    /// Columns of a day's symbol.
    var sign: Int
    var gap: Int
    var showsNumbers = true

    var blockWidth: Int { DayGrid.margin + 7 * pitch }
    var rows: Int { (weeks.count + blocks - 1) / blocks }

    func weeks(of block: Int) -> ArraySlice<Day> {
      weeks[min(weeks.count, block * rows)..<min(weeks.count, (block + 1) * rows)]
    }
  }

  /// Fits as many blocks of about a month side by side as possible, then the widest pitch for them.
  private func plan(for screen: Screen) -> Plan {
    let first = firstDay.startOfWeek(from: weekStart)
    let count = first.distance(to: today.startOfWeek(from: weekStart)) / 7 + 1
    let weeks = (0..<count).map { first.advanced(by: 7 * $0) }
    let sign = DayMark.signWidth(on: screen)
    let narrow = 3 + sign
    let wanted = (count + 4) / 5
    func width(_ blocks: Int, pitch: Int) -> Int {
      blocks * (Self.margin + 7 * pitch + 1) + (blocks - 1) * 3
    }
    let blocks = (1...wanted).last { width($0, pitch: narrow) <= screen.width } ?? 1
    var plan = Plan(weeks: weeks, blocks: blocks, pitch: narrow, sign: sign, gap: 4)
    if width(1, pitch: narrow) > screen.width {
      plan.pitch = sign + 1
      plan.showsNumbers = false
    }
    while plan.showsNumbers, plan.pitch < narrow + 2,
      width(blocks, pitch: plan.pitch + 1) <= screen.width
    { plan.pitch += 1 }
    return plan
  }

  // MARK: Lines

  private func block(_ weeks: [Day], _ plan: Plan, _ screen: Screen) -> [Text] {
    var header = Text(repeating: " ", Self.margin)
    for weekday in CalendarLabels.week(from: weekStart) {
      let name = CalendarLabels.weekday(weekday, letters: plan.showsNumbers ? 2 : 1)
      let column = Text(name, .muted).padded(to: plan.showsNumbers ? 2 + plan.sign : plan.sign)
      header += column.padded(to: plan.pitch, .trailing)
    }
    return [header.trimmedEnd()]
      + weeks.map { week in
        let days = (0..<7).map { week.advanced(by: $0) }
        let turns = days.first { $0.dayOfMonth == 1 }
        let label = turns ?? (week == weeks.first ? week : nil)
        var line = Text(label.map(CalendarLabels.month) ?? "", .muted).padded(to: Self.margin)
        for day in days { line += cell(day, plan, screen) }
        if days.last == today { line += bracket("]") }
        return line
      }
  }

  private func mark(_ day: Day) -> DayMark? {
    guard day >= firstDay else { return nil }
    if day > today { return .future }
    return marks[day] ?? .notDue
  }

  /// A lead, the day of the month and the symbol: `──21✓` inside the current streak.
  private func cell(_ day: Day, _ plan: Plan, _ screen: Screen) -> Text {
    guard let mark = mark(day) else { return Text(repeating: " ", plan.pitch) }
    let inStreak = streak.contains(day)
    let number = plan.showsNumbers ? String(day.dayOfMonth) : ""
    let lead = plan.pitch - number.count - plan.sign
    let line = inStreak ? screen.sign("─", ascii: "=") : " "
    var text = Text(repeating: line, lead, .done)
    if day == today { text = Text(repeating: line, lead - 1, .done) + bracket("[") }
    if day.advanced(by: -1) == today, day.startOfWeek(from: weekStart) != day {
      text = bracket("]") + Text(repeating: " ", lead - 1)
    }
    let style: Style = inStreak ? Style.done.with(.bold) : .muted
    let sign = inStreak ? mark.text(on: screen).with(.bold) : mark.text(on: screen)
    return text + Text(number, day == today ? style.with(.bold) : style)
      + sign.padded(to: plan.sign)
  }

  private func bracket(_ sign: String) -> Text { Text(sign, Style.accent.with(.bold)) }

  private func legend(_ screen: Screen) -> [Text] {
    let shown = Set(marks.filter { $0.key <= today }.values)
    var entries = Legend.entries(for: shown, on: screen)
    if !streak.isEmpty {
      let line = Text(repeating: screen.sign("─", ascii: "="), 2, .done)
      entries.append(line + Text(" current streak", .muted))
    }
    entries.append(bracket("[") + bracket("]") + Text(" today", .muted))
    return Legend(entries: entries, indent: Self.margin).lines(on: screen)
  }

  // MARK: For screen readers

  /// Sentences such as "Week of 2026-11-16: Mon done, Tue missed", then the current streak.
  private func sentences(on screen: Screen) -> [Text] {
    var week = firstDay.startOfWeek(from: weekStart)
    var lines: [Text] = []
    while week <= today {
      let days = (0..<7).map { week.advanced(by: $0) }.filter { $0 >= firstDay && $0 <= today }
      let parts = days.map {
        "\(CalendarLabels.weekday($0.weekday)) \((mark($0) ?? .notDue).name(on: screen))"
      }
      lines.append(Text("Week of \(week): \(parts.joined(separator: ", "))."))
      week = week.advanced(by: 7)
    }
    if let first = streak.min(), let last = streak.max() {
      lines.append("The current streak runs from \(first) to \(last).")
    }
    return lines
  }
}
