import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// The text views of one habit's days.
enum CalendarViews {
  static func of(_ report: CalendarReport, _ context: CommandContext) -> [any View] {
    let details = report.habit.details
    let today = context.today
    let showsStreaks = context.product.policies.showsStreaks
    let current = report.days.filter { showsStreaks && $0.inCurrentStreak }.map(\.state.day)
    let heading =
      HabitLabel.text(details.title, details, style: .heading, on: context.screen)
      + Text("  \(details.schedule.words)", .muted)
    var views: [any View] = [
      Paragraph(heading), EmptyLine(),
      DayGrid(
        days: report.days.map { ($0.state.day, $0.status.mark) },
        currentStreak: current,
        today: today,
        weekStart: context.calendar.weekStart
      ),
    ]
    let noted = report.days.filter { $0.state.entry?.writtenNote != nil }
    if !noted.isEmpty { views += [EmptyLine(), Paragraph(Text("Notes", .bold))] }
    views += noted.suffix(20).map { item in
      let day = Text("\(item.state.day.shortWords(today: today))  ", .muted)
      return Paragraph(day + Text(item.state.entry?.note ?? ""), indent: 2, hanging: day.width)
    }
    return views
  }
}
