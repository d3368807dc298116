import Commands
import Core
import Presentation
import StreaksContract
import Terminal
import TrackingContract

/// The text views of rates and trends.
enum StatsViews {
  /// - Parameter archived: an archived habit, if there are no others.
  static func of(
    _ report: StatsReport,
    _ titles: DistinctTitles,
    archived: Habit? = nil,
    _ context: CommandContext
  ) -> [any View] {
    guard !report.items.isEmpty else {
      return [Paragraph(Text(context.say(archived == nil ? .statsEmpty : .streaksArchived)))]
    }
    let rows = report.items.map { row($0, titles.title($0.title, $0.habit), context) }
    return [
      Paragraph(Text("How it goes", .heading)), EmptyLine(), Table(columns(context), rows: rows),
      EmptyLine(),
      NamedBar("Consistency", report.consistency),
    ] + rising(report.items, titles, context) + steady(report, context)
  }

  private static func steady(_ report: StatsReport, _ context: CommandContext) -> [any View] {
    guard let consistency = report.consistency, consistency >= 0.8 else { return [] }
    return [EmptyLine(), Paragraph(Text(context.say(.statsSteady), .done))]
  }

  private static func columns(_ context: CommandContext) -> [Table.Column] {
    [
      .init(context.say(.habitColumn), fit: .truncates, minimumWidth: 12),
      .init("7 days", .trailing),
      .init("30 days", .trailing),
      .init("All time", .trailing),
      .init("Trend", isOptional: true),
      .init("Best day", isOptional: true),
    ] + (context.product.policies.showsStreaks ? [meanRun] : [])
      + [.init("Done", .trailing, isOptional: true)]
  }

  private static let meanRun = Table.Column("Mean run", .trailing, isOptional: true)

  private static func row(_ stats: HabitStats, _ title: String, _ context: CommandContext) -> [Text]
  {
    let screen = context.screen
    let mean =
      context.product.policies.showsStreaks ? [Text(ShortNumber.tenths(stats.averageStreak))] : []
    return [
      Text(title), Text(NumberWords.percent(stats.rates.week, on: screen)),
      Text(NumberWords.percent(stats.rates.month, on: screen)),
      Text(NumberWords.percent(stats.rates.all, on: screen)),
      Sparkline(stats.trend30, range: 0...1, width: 10).text(on: screen),
      Text(stats.weekdays.outstanding.map { String($0.name.prefix(3)) }.joined(separator: ", ")),
    ] + mean + [Text("\(stats.totalDays)")]
  }

  static func one(_ stats: HabitStats, _ context: CommandContext) -> [any View] {
    let screen = context.screen
    let trend = Sparkline(stats.trend30, range: 0...1, width: min(30, screen.width - 13))
    let run = "\(ShortNumber.tenths(stats.averageStreak)) (\(stats.unit.words(stats.best)) at best)"
    let mean: [any View] =
      context.product.policies.showsStreaks ? [NamedValue("Mean run", Text(run))] : []
    return [
      Paragraph(Text(stats.title, .heading)), EmptyLine(), NamedBar("7 days", stats.rates.week),
      NamedBar("30 days", stats.rates.month), NamedBar("All time", stats.rates.all), EmptyLine(),
      NamedValue("Trend", trend.text(on: screen)),
      NamedValue(context.say(.statsDone), Text("\(stats.totalDays)")),
      NamedValue("Best day", Text(bestDay(stats))),
    ] + mean + rising([stats], DistinctTitles([stats.title]), context)
  }

  private static func bestDay(_ stats: HabitStats) -> String {
    let best = stats.weekdays.outstanding.map(\.name)
    if !best.isEmpty { return best.joined(separator: " and ") }
    return stats.totalDays == 0 ? "none yet" : "no day stands out"
  }

  /// Returns the habit that improved most; nil if none clearly did.
  static func rising(_ items: [HabitStats]) -> HabitStats? {
    // The first few days are not yet a trend.
    items.filter { $0.totalDays >= 7 && $0.rise >= 0.2 }.max { $0.rise < $1.rise }
  }

  private static func rising(
    _ items: [HabitStats],
    _ titles: DistinctTitles,
    _ context: CommandContext
  ) -> [any View] {
    guard let best = rising(items) else { return [] }
    let title = titles.title(best.title, best.habit)
    return [EmptyLine(), Paragraph(Text(context.say(.statsRising, ["title": title]), .done))]
  }
}

extension HabitStats {
  /// How much better the last week was than the thirty days as a whole.
  fileprivate var rise: Double {
    guard let last = trend30.last else { return 0 }
    return last - trend30.reduce(0, +) / Double(trend30.count)
  }
}
