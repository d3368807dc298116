import CommandKit
import Core
import TrackingContract

/// The contribution history for a person.
enum HistoryViews {
  static func of(_ document: HistoryDocument, _ session: Session) -> [any View] {
    let entries = document.days.map { HeatGrid.Entry($0.day, level: $0.level, count: $0.count) }
    let title = document.title ?? "All habits"
    let span = "since \(document.from.shortWords(today: session.today))"
    return [
      Paragraph(Text(title, .heading) + Text("  \(span)", .muted)), Blank(),
      HeatGrid(entries, today: document.to, weekStart: session.calendar.weekStart), Blank(),
      Paragraph(Text(summary(document, session))),
      months(document, session),
    ]
  }

  private static func summary(_ document: HistoryDocument, _ session: Session) -> String {
    guard document.total > 0 else { return session.say(.historyEmpty) }
    let days = document.activeDays == 1 ? "1 day" : "\(document.activeDays) days"
    return session.say(.historySummary, ["total": "\(document.total)", "days": days])
  }

  /// `Sep 41 · Oct 60 · Nov 34`, the last year of them.
  private static func months(_ document: HistoryDocument, _ session: Session) -> any View {
    let parts = document.months.suffix(12).map { month in
      Text("\(month.from.monthName.prefix(3)) ", .muted) + Text("\(month.count)")
    }
    let separator = session.screen.profile.plain ? ", " : Text(" · ", .muted)
    return Paragraph(Text.joined(parts, by: separator))
  }
}
