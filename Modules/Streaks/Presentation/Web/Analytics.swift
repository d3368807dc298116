import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The card of overall analytics, or of one habit if the request is about one.
enum AnalyticsCard {
  static func html(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    let id = request.parameters["id"].flatMap { HabitID($0) }
    guard context.showsStreaks else { return try await roots(context) }
    let report = try await context.ask(StatsOf(habit: id))
    // Without a done day there is nothing to show, as the page already explains.
    guard report.items.contains(where: { $0.totalDays > 0 }) else { return nil }
    return HTML.card(
      context.say(.analyticsTitle),
      """
      \(id == nil ? overall(report, context) : nil)\
      \(id == nil ? nil : report.items.first.map { RatesList($0.rates, context).html })\
      \(praise(report, try await report.titles(context), context))\
      <div class="grid charts">\(TrendChart.html(mean(report.items), context))\
      \(WeekdayShares(report.items).chart(context))</div>\
      <p>\(HTML.link(StreaksPage.path, context.say(.streaksAll)))</p>
      """
    )
  }

  private static func overall(_ report: StatsReport, _ context: PageContext) -> HTML? {
    guard let consistency = report.consistency else { return nil }
    let share = Figure(
      value: StreakComponents.percent(consistency),
      label: context.say(.analyticsConsistency),
      note: context.say(.analyticsConsistencyNote)
    )
    // The page of the history counts them itself, and there a day of two habits counts twice.
    guard !context.answers(requestNamed: "tracking.done-counts") else {
      return HTML.figures([share])
    }
    let days = report.items.reduce(0) { $0 + $1.totalDays }
    return HTML.figures([share, Figure(value: "\(days)", label: context.say(.statsDone))])
  }

  private static func praise(
    _ report: StatsReport,
    _ titles: DistinctTitles,
    _ context: PageContext
  ) -> HTML? {
    var words: [String] = []
    if let best = StatsViews.rising(report.items) {
      let title = titles.title(best.title, best.habit)
      words.append(context.say(.statsRising, ["title": title]))
    }
    if let consistency = report.consistency, consistency >= 0.8 {
      words.append(context.say(.statsSteady))
    }
    guard !words.isEmpty else { return nil }
    return "<p class=\"praise\">\(words.joined(separator: " "))</p>"
  }

  /// Returns the mean trend, day by day.
  ///
  /// It covers the same habits as the consistency beside it: a habit that was planned and never done
  /// counts in both. If nothing was planned lately, it covers the habits that were ever done.
  private static func mean(_ items: [HabitStats]) -> [Double] {
    let planned = items.filter { $0.rates.month != nil }
    let counted = planned.isEmpty ? items.filter { $0.totalDays > 0 } : planned
    guard let length = counted.map(\.trend30.count).min() else { return [] }
    return (0..<length).map { day in
      counted.reduce(0) { $0 + $1.trend30[day] } / Double(counted.count)
    }
  }

  /// Returns a bar for each habit, for products that hide the numbers.
  private static func roots(_ context: PageContext) async throws -> HTML? {
    let report = try await context.ask(AllStreaks())
    guard !report.items.isEmpty else { return nil }
    let titles = try await report.titles(context)
    let rows = report.items.map { streak -> HTML in
      let words = context.say(RootWords.of(streak.strength))
      return """
        <div class="root"><p>\(HTML.link(
          context.path(of: streak.habit),
          titles.title(streak.title, streak.habit)
        ))</p>\(HTML.bar(share: streak.strength, label: words))\
        <p class="small muted">\(words)</p></div>
        """
    }
    return HTML.card(
      context.say(.rootsTitle),
      "<p class=\"muted\">\(context.say(.streaksHidden))</p>\(HTML.list(rows))"
    )
  }
}

/// The share of what was planned that was done in the last week, the last month and overall.
struct RatesList {
  private let rows: [(words: String, share: Double?)]

  init(_ rates: CompletionRates, _ context: PageContext) {
    rows = [
      (context.say(.rateWeek), rates.week), (context.say(.rateMonth), rates.month),
      (context.say(.rateAlways), rates.all),
    ]
  }

  var html: HTML {
    let pieces = rows.map { row -> HTML in
      guard let share = row.share else {
        return "<div><dt>\(row.words)</dt><dd class=\"muted\">nothing planned</dd></div>"
      }
      let percent = StreakComponents.percent(share)
      return """
        <div><dt>\(row.words)</dt><dd>\(HTML.bar(share: share, label: percent))\
        <span aria-hidden="true">\(percent)</span></dd></div>
        """
    }
    return "<dl class=\"rate-bars\">\(pieces.joined())</dl>"
  }
}

/// The chart of the last thirty days.
enum TrendChart {
  static func html(_ values: [Double], _ context: PageContext) -> HTML {
    let labels = values.indices.map { place in
      context.today.advanced(by: place + 1 - values.count).shortWords(today: context.today)
    }
    return LineChart(
      values: values,
      labels: labels,
      title: context.say(.trendTitle),
      summary: summary(values, context),
      range: 0...1,
      words: StreakComponents.percent
    )
    .html
  }

  static func summary(_ values: [Double], _ context: any SpaceContext) -> String {
    guard let first = values.first, let last = values.last else { return "" }
    let numbers = ["from": StreakComponents.percent(first), "to": StreakComponents.percent(last)]
    if last - first >= 0.05 { return context.say(.trendUp, numbers) }
    if first - last >= 0.05 { return context.say(.trendDown, numbers) }
    // The ends may be equal while the curve between them is not.
    if let low = values.min(), let high = values.max(), high - low >= 0.05 {
      let range = [
        "low": StreakComponents.percent(low), "high": StreakComponents.percent(high),
      ]
      return context.say(.trendVaried, numbers.merging(range) { $1 })
    }
    return context.say(.trendSteady, numbers)
  }
}
