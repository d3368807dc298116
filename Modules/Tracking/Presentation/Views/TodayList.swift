import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// Today's habits in their groups, one line each.
struct TodayList: View {
  private let groups: [(title: String, items: [TodayReport.Item])]
  private let showsStreaks: Bool
  private let atRiskWords: String
  /// Writes a number in the person's format.
  private let number: @Sendable (String) -> String

  init(_ report: TodayReport, showsStreaks: Bool, _ context: any SpaceContext) {
    groups = Grouped(report.items) { $0.details.group }.groups
    self.showsStreaks = showsStreaks
    atRiskWords = context.say(.todayAtRisk)
    number = { context.number($0) }
  }

  func lines(on screen: Screen) -> [Text] {
    let plain = screen.profile.plain
    let rows = groups.flatMap(\.items).map {
      plain ? spoken($0, on: screen) : drawn($0, on: screen)
    }
    // One table for all groups, so that their columns align.
    var table = Table(Self.columns, rows: rows, indent: plain || !hasHeadings ? 0 : 2)
    if !plain { table.dropEmptyColumns() }
    var rest = table.lines(on: screen)[...]
    var lines: [Text] = []
    for (index, group) in groups.enumerated() {
      if hasHeadings {
        if index > 0, !plain { lines.append("") }
        let heading = Text(plain ? "\(spoken(group)):" : group.title, .bold)
        lines.append(heading.truncated(to: screen.width, ellipsis: screen.ellipsis))
      }
      lines += rest.prefix(group.items.count)
      rest = rest.dropFirst(group.items.count)
    }
    return lines
  }

  private var hasIcons: Bool { groups.contains { $0.items.contains { $0.details.icon != nil } } }
  private var hasHeadings: Bool { groups.contains { !$0.title.isEmpty } }

  /// The columns in order of importance: the last ones are dropped first if space is short.
  private static let columns: [Table.Column] = [
    .init("", fit: .truncates, minimumWidth: 14),
    .init("", isOptional: true),
    .init("", isOptional: true),
    .init("", fit: .truncates, minimumWidth: 10, isOptional: true),
  ]

  // MARK: Cells

  private func drawn(_ item: TodayReport.Item, on screen: Screen) -> [Text] {
    let style: Style =
      switch item.status {
      case .notDue, .skipped: .muted
      case .open where item.details.priority == .high: .bold
      default: .regular
      }
    let title = HabitLabel.text(
      item.title,
      item.details,
      style: style,
      besideIcons: hasIcons,
      on: screen
    )
    let sign: DayMark = item.isFilled ? .done : item.status.mark
    let run = streak(item, on: screen)
    let amount = Text(
      item.amount?.short(number) ?? "",
      item.status == .done ? .done : .regular
    )
    // Few habits have both: in one column they leave the titles more room.
    let facts =
      (60..<100).contains(screen.width)
      ? [Text.joined([run, amount], by: "  "), ""] : [run, amount]
    return [sign.text(on: screen) + " " + title] + facts + [hint(item, on: screen)]
  }

  private func streak(_ item: TodayReport.Item, on screen: Screen) -> Text {
    guard showsStreaks, let streak = item.streak else { return "" }
    let isNarrow = screen.width < 60
    guard streak.current > 0 else {
      return isNarrow || streak.best == 0 ? "" : Text(best(streak), .muted)
    }
    let glyphs = screen.theme.glyphs
    let shield = streak.isProtectedNow ? " " + screen.sign(glyphs.shield) : ""
    let words = isNarrow ? "\(streak.current)" : streak.unit.words(streak.current)
    let run = Text("\(screen.sign(glyphs.flame)) \(words)\(shield)", .warning)
    if screen.width >= 100 { return run + Text(", \(best(streak))", .muted) }
    let shows = !isNarrow && streak.current < streak.best
    return shows ? run + Text(" (\(streak.best))", .muted) : run
  }

  private func best(_ streak: HabitStreak) -> String {
    streak.current >= streak.best ? "the best" : "best \(streak.best)"
  }

  private func hint(_ item: TodayReport.Item, on screen: Screen) -> Text {
    if let note = item.entry?.writtenNote { return Text("“\(note)”", .muted) }
    if item.status == .notDue { return Text(item.notDueWords, .muted) }
    if item.status == .skipped || item.status == .protected {
      return Text(item.status.mark.name(on: screen), .muted)
    }
    if showsStreaks, item.status == .open, item.streak?.atRisk == true {
      return Text(atRiskWords, .muted)
    }
    if !item.details.question.isEmpty, item.status == .open {
      return Text(item.details.question, .muted)
    }
    return Text(item.details.firstNotesLine, .muted)
  }

  // MARK: For screen readers

  private func spoken(_ item: TodayReport.Item, on screen: Screen) -> [Text] {
    var state = item.isFilled ? item.notDueWords : item.status.mark.name(on: screen)
    if item.details.priority == .high { state += ", important" }
    if let color = ownColor(of: item) { state += ", \(color)" }
    let streak = item.streak.flatMap { $0.current > 0 && showsStreaks ? $0 : nil }
    let length = streak.map { "streak \($0.unit.words($0.current)), \(best($0))" } ?? ""
    return [
      Text(item.title), Text(Text.joined([Text(state), Text(length)], by: ", ").content),
      Text(item.amount?.words(number) ?? ""),
      isSaid(item) ? "" : hint(item, on: screen),
    ]
  }
}

extension TodayList {
  /// Whether the state already says what the hint would.
  private func isSaid(_ item: TodayReport.Item) -> Bool {
    guard item.entry?.writtenNote == nil else { return false }
    return item.status == .skipped || item.status == .protected || item.isFilled
  }

  /// The name of a group, with the color if all of its habits share it.
  private func spoken(_ group: (title: String, items: [TodayReport.Item])) -> String {
    let colors = Set(group.items.map(\.details.color))
    return colors.count == 1 ? "\(group.title), \(colors.first?.description ?? "")" : group.title
  }

  /// The color of a habit whose group has several.
  private func ownColor(of item: TodayReport.Item) -> String? {
    guard let group = groups.first(where: { $0.title == item.details.group }) else { return nil }
    return Set(group.items.map(\.details.color)).count > 1 ? item.details.color.description : nil
  }
}

extension Table {
  /// Removes columns that are empty in every row, but never the first.
  mutating func dropEmptyColumns() {
    for index in columns.indices.dropFirst().reversed()
    where !rows.contains(where: { index < $0.count && !$0[index].isEmpty }) {
      columns.remove(at: index)
      rows = rows.map { row in
        var row = row
        if index < row.count { row.remove(at: index) }
        return row
      }
    }
  }
}
