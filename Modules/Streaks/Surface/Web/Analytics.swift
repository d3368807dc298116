import CommandKit
import Core
import PageKit
import StreaksContract
import TrackingContract

/// How it goes on the whole, or with one habit where the visit is about one.
enum AnalyticsCard {
  static func html(_ visit: Visit) async throws -> HTML? {
    let session = visit.session
    let id = visit.parameters["id"].flatMap { HabitID($0) }
    guard session.showsStreaks else { return try await roots(session) }
    let report = try await session.ask(StatsOf(habit: id))
    // Of nothing there is nothing to tell: the page says so already.
    guard report.items.contains(where: { $0.totalDays > 0 }) else { return nil }
    let weekdays = try await WeekdayShares.load(report.items.map(\.habit), session)
    return HTML.card(
      session.say(.analyticsTitle),
      """
      \(id == nil ? overall(report, session) : nil)\
      \(id == nil ? nil : report.items.first.map { Rates($0.rates, session).html })\
      \(praise(report, session))\
      <div class="grid charts">\(TrendChart.html(mean(report.items), session))\
      \(weekdays.chart(session))</div>\
      <p>\(HTML.link(StreaksPage.path, session.say(.streaksAll)))</p>
      """
    )
  }

  private static func overall(_ report: StatsReport, _ session: Session) -> HTML? {
    guard let consistency = report.consistency else { return nil }
    let days = report.items.reduce(0) { $0 + $1.totalDays }
    return HTML.figures([
      Figure(
        value: StreakPiece.percent(consistency),
        label: session.say(.analyticsConsistency),
        note: session.say(.analyticsConsistencyNote)
      ),
      Figure(value: "\(days)", label: session.say(.statsDone)),
    ])
  }

  private static func praise(_ report: StatsReport, _ session: Session) -> HTML? {
    var words: [String] = []
    if let best = StatsViews.rising(report.items) {
      words.append(session.say(.statsRising, ["title": best.title]))
    }
    if let consistency = report.consistency, consistency >= 0.8 {
      words.append(session.say(.statsSteady))
    }
    guard !words.isEmpty else { return nil }
    return "<p class=\"praise\">\(words.joined(separator: " "))</p>"
  }

  /// The mean of the habits on each of the days.
  private static func mean(_ items: [HabitStats]) -> [Double] {
    let started = items.filter { $0.totalDays > 0 }
    guard let length = started.map(\.trend30.count).min() else { return [] }
    return (0..<length).map { day in
      started.reduce(0) { $0 + $1.trend30[day] } / Double(started.count)
    }
  }

  /// Without numbers: a bar for each habit.
  private static func roots(_ session: Session) async throws -> HTML? {
    let report = try await session.ask(AllStreaks())
    guard !report.items.isEmpty else { return nil }
    let titles = report.titles
    let rows = report.items.map { streak -> HTML in
      let words = session.say(RootWords.of(streak.strength))
      return """
        <div class="root"><p>\(HTML.link(
          session.path(of: streak.habit),
          titles.title(streak.title, streak.habit)
        ))</p>\(HTML.bar(share: streak.strength, label: words))\
        <p class="small muted">\(words)</p></div>
        """
    }
    return HTML.card(
      session.say(.rootsTitle),
      "<p class=\"muted\">\(session.say(.streaksHidden))</p>\(HTML.list(rows))"
    )
  }
}

/// Done of planned in the last week, the last month and always.
struct Rates {
  private let rows: [(words: String, share: Double?)]

  init(_ rates: CompletionRates, _ session: Session) {
    rows = [
      (session.say(.rateWeek), rates.week), (session.say(.rateMonth), rates.month),
      (session.say(.rateAlways), rates.all),
    ]
  }

  var html: HTML {
    let pieces = rows.map { row -> HTML in
      guard let share = row.share else {
        return "<div><dt>\(row.words)</dt><dd class=\"muted\">nothing planned</dd></div>"
      }
      let percent = StreakPiece.percent(share)
      return """
        <div><dt>\(row.words)</dt><dd>\(HTML.bar(share: share, label: percent))\
        <span aria-hidden="true">\(percent)</span></dd></div>
        """
    }
    return "<dl class=\"rate-bars\">\(pieces.joined())</dl>"
  }
}

/// The last thirty days as a curve.
enum TrendChart {
  static func html(_ values: [Double], _ session: Session) -> HTML {
    let labels = values.indices.map { place in
      session.today.advanced(by: place + 1 - values.count).shortWords(today: session.today)
    }
    return LineChart(
      values: values,
      labels: labels,
      title: session.say(.trendTitle),
      summary: summary(values, session),
      range: 0...1,
      words: StreakPiece.percent
    )
    .html
  }

  private static func summary(_ values: [Double], _ session: Session) -> String {
    guard let first = values.first, let last = values.last else { return "" }
    let numbers = ["from": StreakPiece.percent(first), "to": StreakPiece.percent(last)]
    if last - first >= 0.05 { return session.say(.trendUp, numbers) }
    if first - last >= 0.05 { return session.say(.trendDown, numbers) }
    return session.say(.trendSteady, numbers)
  }
}

/// How much was done on each day of the week.
struct WeekdayShares {
  /// Twelve weeks: enough for a habit of each weekday, and recent enough to be today's.
  private static let days = 84

  private let shares: [(weekday: Weekday, done: Int, asked: Int)]

  static func load(_ habits: [HabitID], _ session: Session) async throws -> WeekdayShares {
    let today = session.today
    var done = [Int](repeating: 0, count: 8)
    var asked = done
    for habit in habits {
      let range = StreakDays(habit: habit, from: today.advanced(by: 1 - days), to: today)
      // Days before the habit's first one ask for nothing.
      for day in try await session.ask(range).drop(while: { $0.status == .notDue }) {
        switch day.status {
        case .done: done[day.day.weekday.rawValue] += 1
        case .missed: break
        case .notDue where day.isDue: break
        case .notDue, .skipped, .protected, .open: continue
        }
        asked[day.day.weekday.rawValue] += 1
      }
    }
    let first = session.calendar.startOfWeek(today)
    return WeekdayShares(
      shares: (0..<7).map { place in
        let weekday = first.advanced(by: place).weekday
        return (weekday, done[weekday.rawValue], asked[weekday.rawValue])
      }
    )
  }

  func chart(_ session: Session) -> HTML {
    let bars = shares.map { share in
      let part = share.asked == 0 ? 0 : Double(share.done) / Double(share.asked)
      return BarChart.Bar(
        String(share.weekday.name.prefix(2)),
        part,
        words: share.asked == 0 ? "–" : StreakPiece.percent(part)
      )
    }
    return BarChart(bars: bars, title: session.say(.weekdaysTitle), summary: summary(session)).html
  }

  private func summary(_ session: Session) -> String {
    let best = shares.filter { $0.asked >= 2 && $0.done > 0 }
      .max { $0.done * $1.asked < $1.done * $0.asked }
    return best.map { session.say(.weekdaysBest, ["weekday": $0.weekday.name]) } ?? ""
  }
}
