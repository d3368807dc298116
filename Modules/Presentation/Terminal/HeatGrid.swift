import Core
import Presentation

/// A contribution grid: a column for each week, a row for each weekday.
public struct HeatGrid: View {
  public struct Entry: Sendable {
    public var day: Day
    /// The contribution level, 0...4.
    public var level: Int
    /// The number that screen readers announce instead of the level, if known.
    public var count: Int?

    public init(_ day: Day, level: Int, count: Int? = nil) {
      self.day = day
      self.level = min(4, max(0, level))
      self.count = count
    }
  }

  private let entries: [Day: Entry]
  public var today: Day
  public var weekStart: Weekday
  /// The maximum number of weeks, including the current one; nil for all.
  ///
  /// The oldest weeks are dropped if there is too little room.
  public var weeks: Int?
  /// Whether a line below says what the symbols mean.
  public var hasLegend: Bool

  public init(
    _ entries: some Sequence<Entry>,
    today: Day,
    weekStart: Weekday = .monday,
    weeks: Int? = nil,
    hasLegend: Bool = true
  ) {
    self.hasLegend = hasLegend
    self.entries = Dictionary(entries.map { ($0.day, $0) }) { $1 }
    self.today = today
    self.weekStart = weekStart
    self.weeks = weeks
  }

  public init(
    days: some Sequence<(Day, Int)>,
    today: Day,
    weekStart: Weekday = .monday,
    weeks: Int? = nil,
    hasLegend: Bool = true
  ) {
    self.init(
      days.map { Entry($0.0, level: $0.1) },
      today: today,
      weekStart: weekStart,
      weeks: weeks,
      hasLegend: hasLegend
    )
  }

  private static let margin = 4
  /// Columns for the marker of today's row.
  private static let pointer = 2

  public func lines(on screen: Screen) -> [Text] {
    if screen.profile.plain { return sentences() }
    let plan = plan(for: screen.width)
    var lines = [monthLine(plan)]
    for (row, weekday) in CalendarLabels.week(from: weekStart).enumerated() {
      lines.append(weekLine(row, weekday, plan, screen))
    }
    if hasLegend { lines.append(legend(screen)) }
    return lines.map { $0.trimmedEnd() }
  }

  /// The first day that there is room for.
  public func firstDay(on screen: Screen) -> Day {
    if screen.profile.plain { return lastWeek.advanced(by: -7 * (wantedWeeks - 1)) }
    return plan(for: screen.width).weeks.first ?? lastWeek
  }

  // MARK: Layout

  private struct Plan {
    /// First days of the weeks shown, oldest first.
    var weeks: [Day]
    /// Columns from one week to the next.
    var pitch: Int
  }

  private var wantedWeeks: Int {
    if let weeks { return max(1, weeks) }
    guard let first = entries.keys.min() else { return 1 }
    let distance = first.startOfWeek(from: weekStart).distance(to: lastWeek)
    return max(1, distance / 7 + 1)
  }

  private var lastWeek: Day { today.startOfWeek(from: weekStart) }

  /// Puts gaps between squares if all weeks fit that way.
  ///
  /// Otherwise weeks are drawn side by side without gaps, so that as many as possible are seen.
  private func plan(for width: Int) -> Plan {
    let room = width - Self.margin - Self.pointer
    let wanted = wantedWeeks
    let roomy = (room + 1) / 2
    let pitch = roomy >= wanted ? 2 : 1
    let count = max(1, min(wanted, pitch == 2 ? roomy : room))
    let first = lastWeek.advanced(by: -7 * (count - 1))
    return Plan(weeks: (0..<count).map { first.advanced(by: 7 * $0) }, pitch: pitch)
  }

  // MARK: Lines

  /// Puts a month's name above the first week that begins in it.
  ///
  /// January shows its year where the years would be hard to tell apart.
  private func monthLine(_ plan: Plan) -> Text {
    var line = Text(repeating: " ", Self.margin)
    let end = Self.margin + plan.weeks.count * plan.pitch
    for (index, week) in plan.weeks.enumerated() {
      let isFirst = index == 0
      guard isFirst || week.month != plan.weeks[index - 1].month else { continue }
      let named = plan.weeks.count > 53 && week.month == 1
      let label = named ? String(week.year) : CalendarLabels.month(week)
      let column = Self.margin + index * plan.pitch
      let next = plan.weeks.dropFirst(index).firstIndex { $0.month != week.month }
      let room = ((next ?? plan.weeks.count) - index) * plan.pitch
      let fits = room > label.count || named
      guard fits || (next == nil && column + label.count <= end + Self.pointer) else { continue }
      // A year may be wider than its January, whose neighbor then stays without a name.
      guard isFirst || line.width < column else { continue }
      line = line.padded(to: column) + Text(label, .muted)
    }
    return line
  }

  private func weekLine(_ row: Int, _ weekday: Weekday, _ plan: Plan, _ screen: Screen) -> Text {
    let labelled: Set<Weekday> = [.monday, .wednesday, .friday]
    let label = labelled.contains(weekday) ? CalendarLabels.weekday(weekday) : ""
    var line = Text(label, .muted).padded(to: Self.margin)
    for (index, week) in plan.weeks.enumerated() {
      if index > 0 { line += Text(repeating: " ", plan.pitch - 1) }
      let day = week.advanced(by: row)
      line += day > today ? " " : HeatScale.cell(entries[day]?.level ?? 0, on: screen)
    }
    if lastWeek.advanced(by: row) == today { line += " " + pointer(screen) }
    return line
  }

  private func pointer(_ screen: Screen) -> Text {
    Text(screen.sign("◂", ascii: "<"), Style.accent.with(.bold))
  }

  private func legend(_ screen: Screen) -> Text {
    let scale = (0...4).map { HeatScale.cell($0, on: screen) }
    let sum = Text("less ", .muted) + Text.joined(scale, by: " ") + Text(" more", .muted)
    return Text(repeating: " ", Self.margin) + sum + "   " + pointer(screen)
      + Text(" today", .muted)
  }

  // MARK: For screen readers

  /// Sentences such as "Week of 2026-11-16: Mon 1, Tue 0, Wed 3".
  private func sentences() -> [Text] {
    let first = lastWeek.advanced(by: -7 * (wantedWeeks - 1))
    return (0..<wantedWeeks).map { index in
      let week = first.advanced(by: 7 * index)
      let days = (0..<7).map { week.advanced(by: $0) }.filter { $0 <= today }
      let values = days.map { entries[$0].map { $0.count ?? $0.level } ?? 0 }
      guard values.contains(where: { $0 > 0 }) else { return "Week of \(week): nothing." }
      let parts = zip(days, values).map { "\(CalendarLabels.weekday($0.weekday)) \($1)" }
      return Text("Week of \(week): \(parts.joined(separator: ", ")).")
    }
  }
}

/// Contribution levels in a row, oldest first, the last one of today.
public struct HeatStrip: Sendable {
  private let levels: [Int]

  public init(_ levels: [Int]) { self.levels = levels.map { min(4, max(0, $0)) } }

  public func text(on screen: Screen) -> Text {
    Text.joined(levels.map { HeatScale.cell($0, on: screen) }, by: " ")
  }
}

/// The symbols for levels 0...4, which are distinguishable without color.
enum HeatScale {
  static func cell(_ level: Int, on screen: Screen) -> Text {
    if level == 0 { return Text(screen.sign("·", ascii: "."), .muted) }
    if !screen.profile.unicode { return Text([".", "1", "2", "3", "4"][level], .heat(level)) }
    // Squares need a ramp for this background and enough colors to show it.
    if screen.profile.color >= .indexed256, screen.palette.ramp != nil {
      return Text("■", .heat(level))
    }
    return Text(["·", "░", "▒", "▓", "█"][level], .heat(level))
  }
}
