import CommandKit
import Core
import StreaksContract
import TrackingContract

/// The last seven days for a person.
enum WeekViews {
  static func of(_ report: WeekReport, _ session: Session) -> [any View] {
    let today = session.today
    guard let first = report.days.first, !report.items.isEmpty else {
      return [
        Paragraph(Text(session.say(.todayEmpty))), Blank(),
        NextStep("trellis add \"Read a page\" --every daily"),
      ]
    }
    let to = session.screen.profile.plain ? "to" : "–"
    let range = "\(first.shortWords(today: today)) \(to) \(today.shortWords(today: today))"
    let words =
      report.done == 0
      ? session.say(.weekEmpty) : session.say(.weekSummary, ["done": "\(report.done)"])
    return [
      Paragraph(Text("Seven days, \(range)", .heading)), Blank(),
      WeekStrip(groups(report, session), week: first, today: today), Blank(),
      Paragraph(Text(words)),
    ]
  }

  private static func groups(_ report: WeekReport, _ session: Session) -> [WeekStrip.Group] {
    let screen = session.screen
    return Grouped(report.items) { $0.habit.details.group }.groups.map { group in
      let rows = group.items.map { item in
        WeekStrip.Row(
          HabitLabel.text(item.title, item.habit.details, on: screen),
          marks: item.cells.map(\.status.mark),
          note: note(item, session)
        )
      }
      return WeekStrip.Group(Text(group.title), rows: rows)
    }
  }

  private static func note(_ item: WeekReport.Item, _ session: Session) -> Text {
    guard session.product.policies.showsStreaks, let streak = item.streak, streak.current > 0
    else { return "" }
    let words = streak.unit.words(streak.current)
    if session.screen.profile.plain { return Text("Streak \(words).") }
    return Text("\(session.screen.sign(session.screen.theme.glyphs.flame)) \(words)", .warning)
  }
}
