import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// The text views of the contribution history.
enum HistoryViews {
  static func of(_ document: HistoryDocument, _ context: CommandContext) -> [any View] {
    let entries = document.days.map { HeatGrid.Entry($0.day, level: $0.level, count: $0.count) }
    let title = document.title ?? "All habits"
    let span = "since \(document.from.shortWords(today: context.today))"
    return [
      Paragraph(Text(title, .heading) + Text("  \(span)", .muted)), EmptyLine(),
      HeatGrid(entries, today: document.to, weekStart: context.calendar.weekStart), EmptyLine(),
      Paragraph(Text(summary(document, context))),
    ] + (document.total > 0 ? [months(document, context)] : [])
  }

  /// Returns one line per week or month, latest first, with what was done of what was planned.
  static func grouped(
    _ document: HistoryDocument,
    _ periods: [HistoryDocument.Stretch],
    by period: HistoryPeriod,
    rates: [CompletionRate]?,
    _ context: CommandContext
  ) -> [any View] {
    let rows = periods.indices.reversed().map { place -> [Text] in
      let from = periods[place].from
      let day = from.shortWords(today: context.today)
      let name = period == .week ? day : "\(from.monthName) \(from.year)"
      let rate = rates.flatMap { $0.indices.contains(place) ? $0[place] : nil }
      return [Text(name), Text("\(periods[place].count)"), share(rate, on: context.screen)]
    }
    let title = document.title ?? "All habits"
    let heading = period == .week ? "Week from" : "Month"
    let columns: [Table.Column] = [
      .init(heading), .init("Done", .trailing), .init("Of what was planned", isOptional: true),
    ]
    return [
      Paragraph(Text(title, .heading) + Text("  by \(period.rawValue)", .muted)), EmptyLine(),
      Table(columns, rows: rows), EmptyLine(), Paragraph(Text(summary(document, context))),
    ]
  }

  private static func share(_ rate: CompletionRate?, on screen: Screen) -> Text {
    guard let share = rate?.rate else { return Text() }
    return Bar(share, width: 16).text(on: screen)
  }

  private static func summary(_ document: HistoryDocument, _ context: any SpaceContext) -> String {
    guard document.total > 0 else { return context.say(.historyEmpty) }
    let days = document.activeDays == 1 ? "1 day" : "\(document.activeDays) days"
    return context.say(.historySummary, ["total": "\(document.total)", "days": days])
  }

  /// Returns the counts of the last twelve months: `Sep 41 · Oct 60 · Nov 34`.
  private static func months(_ document: HistoryDocument, _ context: CommandContext) -> any View {
    let parts = document.months.suffix(12).map { month in
      Text("\(month.from.monthName.prefix(3)) ", .muted) + Text("\(month.count)")
    }
    let separator = context.screen.profile.plain ? ", " : Text(" · ", .muted)
    return Paragraph(Text.joined(parts, by: separator))
  }
}
