import Core
import Presentation

/// One week of many habits: a row for each habit, in groups.
public struct WeekStrip: View {
  public struct Row: Sendable {
    public var title: Text
    /// One mark for each day of the week; missing ones are not due.
    public var marks: [DayMark]
    /// Shown after the week, for instance a streak; omitted if there is no room.
    public var note: Text

    public init(_ title: Text, marks: [DayMark], note: Text = "") {
      self.title = title
      self.marks = marks
      self.note = note
    }
  }

  public struct Group: Sendable {
    /// Empty for habits without a group.
    public var title: Text
    public var rows: [Row]

    public init(_ title: Text = "", rows: [Row]) {
      self.title = title
      self.rows = rows
    }
  }

  public var groups: [Group]
  /// The first day of the week shown.
  public var week: Day
  public var today: Day

  public init(_ groups: [Group], week: Day, today: Day) {
    self.groups = groups
    self.week = week
    self.today = today
  }

  private var days: [Day] { (0..<7).map { week.advanced(by: $0) } }

  public func lines(on screen: Screen) -> [Text] {
    if screen.profile.plain { return sentences(on: screen) }
    let plan = plan(for: screen)
    var lines = header(plan, screen)
    for group in groups where !group.rows.isEmpty {
      if !group.title.isEmpty {
        lines += [
          "",
          group.title.truncated(to: screen.width, ellipsis: screen.ellipsis)
            .with(.bold),
        ]
      }
      lines += group.rows.map { line($0, plan, screen) }
    }
    lines.append("")
    let indent = min(2, plan.indent)
    return lines.map { $0.trimmedEnd() }
      + Legend(entries: Legend.entries(for: shown, on: screen), indent: indent).lines(on: screen)
  }

  private var shown: Set<DayMark> {
    Set(groups.flatMap { $0.rows.flatMap { $0.marks.prefix(7) } })
  }

  // MARK: Layout

  private struct Plan {
    var indent: Int
    var title: Int
    var pitch: Int
    var note: Int
  }

  /// Allocates columns to days first (a pitch of 3 to 8), then to titles, then to notes.
  ///
  /// There are notes only if days and titles have enough room.
  private func plan(for screen: Screen) -> Plan {
    let rows = groups.flatMap(\.rows)
    let indent = groups.contains { !$0.title.isEmpty } ? 2 : 0
    let longest = rows.map(\.title.width).max() ?? 0
    let widestNote = rows.map(\.note.width).max() ?? 0
    let least = max(3, DayMark.signWidth(on: screen) + 2)
    let noteRoom = widestNote > 0 ? widestNote + 3 : 0
    let withNote = screen.width - indent - 7 * least - noteRoom >= min(longest, 16)
    let room = screen.width - indent - (withNote ? noteRoom : 0)
    let pitch = min(8, max(least, (room - min(longest, max(24, room * 2 / 5))) / 7))
    return Plan(
      indent: indent,
      title: max(4, min(longest, room - 7 * pitch)),
      pitch: pitch,
      note: withNote ? widestNote : 0
    )
  }

  // MARK: Lines

  private func header(_ plan: Plan, _ screen: Screen) -> [Text] {
    let letters = plan.pitch >= 5 ? 3 : 2
    let dot = screen.sign("•", ascii: "*")
    var names = Text(repeating: " ", plan.indent + plan.title)
    var numbers = names
    for day in days {
      let style: Style = day == today ? .heading : .muted
      let name = CalendarLabels.weekday(day.weekday, letters: letters)
      let marked = day == today && plan.pitch > 3 ? dot + name : name
      names += Text(marked, style).padded(to: plan.pitch, .trailing)
      let number =
        day == today && plan.pitch == 3
        ? "\(dot)\(day.dayOfMonth)" : "\(day.dayOfMonth)"
      numbers += Text(number, style).padded(to: plan.pitch, .trailing)
    }
    return [names, numbers]
  }

  private func line(_ row: Row, _ plan: Plan, _ screen: Screen) -> Text {
    let title = row.title.truncated(to: plan.title, ellipsis: screen.ellipsis)
    var line = Text(repeating: " ", plan.indent) + title.padded(to: plan.title)
    // Below the middle letter of the weekday.
    let after = plan.pitch >= 5 ? 1 : 0
    for index in days.indices {
      let mark = index < row.marks.count ? row.marks[index] : .notDue
      line += mark.text(on: screen).padded(to: plan.pitch - after, .trailing)
      line += Text(repeating: " ", after)
    }
    if plan.note > 0 { line += "   " + row.note }
    return line
  }

  // MARK: For screen readers

  /// Sentences such as "Read: Mon done, Tue missed" under the name of the group.
  private func sentences(on screen: Screen) -> [Text] {
    groups.filter { !$0.rows.isEmpty }.flatMap { group -> [Text] in
      let heading = group.title.isEmpty ? [] : [group.title + ":"]
      return heading
        + group.rows.map { row in
          let parts = zip(days, row.marks).filter { $1 != .future }.map {
            "\(CalendarLabels.weekday($0.weekday)) \($1.name(on: screen))"
          }
          let sentence = row.title + Text(": \(parts.joined(separator: ", ")).")
          return Text.joined([sentence, row.note], by: " ")
        }
    }
  }
}
