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
    let grid = HeatGrid(entries, today: document.to, weekStart: context.calendar.weekStart)
    return [
      Paragraph(Text(title, .heading) + Text("  \(span(of: grid, document, context))", .muted)),
      EmptyLine(), grid, EmptyLine(),
      Paragraph(Text(summary(document, context))),
    ] + (document.total > 0 ? [months(document, context)] : [])
  }

  /// Returns the start of the history, and the start of the drawing if there is less room.
  private static func span(
    of grid: HeatGrid,
    _ document: HistoryDocument,
    _ context: CommandContext
  ) -> String {
    let drawn = grid.firstDay(on: context.screen)
    let since = "since \(document.from.shortWords(today: context.today))"
    guard drawn > document.from else { return since }
    return "\(since), drawn from \(drawn.shortWords(today: context.today))"
  }

  /// Returns one line per week or month, latest first, with what was done of what was planned.
  static func grouped(
    _ document: HistoryDocument,
    by period: HistoryPeriod,
    _ context: CommandContext
  ) -> [any View] {
    let periods = period == .week ? document.weeks : document.months
    // Rates put pressure on users, so a product that hides streaks shows only what was done.
    let showsRates = context.product.policies.showsStreaks && context.answers(RangeRates.self)
    let rows = periods.reversed().map { stretch -> [Text] in
      let day = stretch.from.shortWords(today: context.today)
      let name = period == .week ? day : "\(stretch.from.monthName) \(stretch.from.year)"
      let share = stretch.rate.map { Bar($0, width: 16).text(on: context.screen) } ?? ""
      return [Text(name), Text("\(stretch.count)"), share]
    }
    let title = document.title ?? "All habits"
    let heading = period == .week ? "Week from" : "Month"
    var columns: [Table.Column] = [.init(heading), .init("Done", .trailing)]
    if showsRates { columns.append(.init("Of what was planned", isOptional: true)) }
    let since = "since \(document.from.shortWords(today: context.today))"
    return [
      Paragraph(Text(title, .heading) + Text("  by \(period.rawValue), \(since)", .muted)),
      EmptyLine(),
      Table(columns, rows: rows), EmptyLine(), Paragraph(Text(summary(document, context))),
    ]
  }

  private static func summary(_ document: HistoryDocument, _ context: any SpaceContext) -> String {
    guard document.total > 0 else { return context.say(.historyEmpty) }
    let days = document.activeDays.counted("day")
    return context.say(.historySummary, ["total": context.number(document.total), "days": days])
  }

  /// Returns the counts of the last twelve months: `Sep 41 · Oct 60 · Nov 34`.
  private static func months(_ document: HistoryDocument, _ context: CommandContext) -> any View {
    let parts = document.months.suffix(12).map { month in
      Text("\(month.from.monthName.prefix(3)) ", .muted) + Text("\(month.count)")
    }
    if context.screen.profile.plain { return Paragraph(Text.joined(parts, by: ", ")) }
    var lines = Paragraph("")
    // No line ends between a month and its number.
    let room = min(lines.measure, context.screen.width)
    lines.text = Text.packed(parts, by: Text(" · ", .muted), to: room)
    return lines
  }
}
