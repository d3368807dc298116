import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// The text views of the last seven days.
enum WeekViews {
  /// - Parameter archived: an archived habit, if there are no others.
  static func of(
    _ report: WeekReport,
    archived: Habit? = nil,
    _ context: CommandContext
  ) -> [any View] {
    let today = context.today
    guard let first = report.days.first, !report.items.isEmpty else {
      return NoHabits.views(archived, context)
    }
    let to = context.screen.profile.plain ? "to" : "–"
    let range = "\(first.shortWords(today: today)) \(to) \(today.shortWords(today: today))"
    let words =
      report.done == 0
      ? context.say(.weekEmpty) : context.say(.weekSummary, ["done": "\(report.done)"])
    return [
      Paragraph(Text("Seven days, \(range)", .heading)), EmptyLine(),
      WeekStrip(groups(report, context), week: first, today: today), EmptyLine(),
      Paragraph(Text(words)),
    ]
  }

  private static func groups(_ report: WeekReport, _ context: CommandContext) -> [WeekStrip.Group] {
    let screen = context.screen
    let hasIcons = report.items.contains { $0.habit.details.icon != nil }
    return Grouped(report.items) { $0.habit.details.group }.groups.map { group in
      let rows = group.items.map { item in
        WeekStrip.Row(
          HabitLabel.text(item.title, item.habit.details, besideIcons: hasIcons, on: screen),
          marks: item.cells.map(\.status.mark),
          note: note(item, context)
        )
      }
      let colors = Set(group.items.map(\.habit.details.color))
      let isSpoken = screen.profile.plain && colors.count == 1 && !group.title.isEmpty
      let color = isSpoken ? ", \(colors.first?.description ?? "")" : ""
      return WeekStrip.Group(Text(group.title + color), rows: rows)
    }
  }

  private static func note(_ item: WeekReport.Item, _ context: CommandContext) -> Text {
    guard context.product.policies.showsStreaks, let streak = item.streak, streak.current > 0
    else { return "" }
    let words = streak.unit.words(streak.current)
    if context.screen.profile.plain { return Text("Streak \(words).") }
    return Text("\(context.screen.sign(context.screen.theme.glyphs.flame)) \(words)", .warning)
  }
}
