import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The page that shows how much was done on each day, over weeks and months.
enum HistoryPage {
  static let path = "/history"
  /// The ranges to choose from, in whole weeks before the current one.
  private static let ranges: [(weeks: Int, words: String)] = [
    (12, "3 months"), (25, "6 months"), (52, "12 months"),
  ]

  static let page = Page(path, tab: Tab(.tabHistory, icon: .grid, order: 30)) { request in
    let context = request.context
    let title = context.say(.historyTitle)
    let habits = try await context.ask(AllHabits(includesArchived: true))
    guard !habits.isEmpty else {
      return PageContent(title: title, body: HTML.header(title) + empty(context))
    }
    let chosen = request.query["habit"].flatMap { HabitID($0) }
    let habit = habits.first { $0.id == chosen }
    let weeks = request.query["weeks"].flatMap { Int($0) } ?? 25
    let document = try await HistoryDocument.load(habit, weeks: min(max(1, weeks), 52), context)
    return PageContent(
      title: title,
      refreshAt: context.endOfToday,
      body: """
        \(HTML.header(title, note: summary(document, context)))\
        \(filters(habits, habit, weeks))\
        <div class="sections"\(attribute: "data-hue", habit?.details.color.nearestName)>\
        \(HTML.card(nil, heatmap(document, habit, context)))\
        \(figures(document, context))\
        \(try await request.cards(in: .analytics, about: about(habit)))</div>
        """
    )
  }

  private static func about(_ habit: Habit?) -> [String: String] {
    habit.map { ["id": $0.id.description] } ?? [:]
  }

  private static func empty(_ context: PageContext) -> HTML {
    HTML.empty(
      context.say(.historyEmpty),
      icon: .grid,
      action: HTML.link(HabitFormPages.newPath, context.say(.habitFirst), style: "button primary")
    )
  }

  static func summary(
    _ document: HistoryDocument,
    since begin: Day? = nil,
    _ context: PageContext
  ) -> String {
    guard document.total > 0 else { return context.say(.historyEmpty) }
    let days = document.activeDays.counted("day")
    let words = context.say(
      .historySummary,
      ["total": context.number(document.total), "days": days]
    )
    // Pages show different ranges, whose counts would seem to contradict each other.
    let since = max(document.from, begin ?? document.from)
    return "\(words) Since \(since.shortWords(today: context.today))."
  }

  // MARK: Selection

  private static func filters(_ habits: [Habit], _ habit: Habit?, _ weeks: Int) -> HTML {
    let titles = DistinctTitles(habits)
    let options =
      [(value: "", label: "All habits")]
      + habits.map { habit in
        let title = titles.title(habit.details.title, habit.id)
        let words = habit.details.archived ? "\(title) (archived)" : title
        return (value: habit.id.description, label: words)
      }
    return """
      <div class="filters"><nav class="segments" aria-label="Range">\
      \(each: ranges, { segment($0, habit, weeks) })</nav>\
      <form method="get" action="\(path)" class="cluster" data-auto>\
      <input type="hidden" name="weeks" value="\(weeks)">\
      <select name="habit" aria-label="Habit">\
      \(each: options, { choice($0, habit) })</select>\
      <button class="button quiet">Show</button></form></div>
      """
  }

  private static func segment(
    _ range: (weeks: Int, words: String),
    _ habit: Habit?,
    _ weeks: Int
  ) -> HTML {
    let current = range.weeks == weeks ? "page" : nil
    return """
      <a href="\(link(habit, range.weeks))"\(attribute: "aria-current", current)>\(range.words)</a>
      """
  }

  private static func choice(_ option: (value: String, label: String), _ habit: Habit?) -> HTML {
    let isOn = option.value == habit?.id.description ?? ""
    return """
      <option value="\(option.value)"\(attribute: "selected", if: isOn)>\(option.label)</option>
      """
  }

  private static func link(_ habit: Habit?, _ weeks: Int) -> String {
    let filter = habit.map { "&habit=\($0.id)" } ?? ""
    return "\(path)?weeks=\(weeks)\(filter)"
  }

  // MARK: Days

  private static func heatmap(
    _ document: HistoryDocument,
    _ habit: Habit?,
    _ context: PageContext
  ) -> HTML {
    let days = document.days.map { day in
      HeatmapDay(day.day, level: day.level, words: words(day.count, habit))
    }
    return HeatmapGrid(
      days: days,
      weekStart: context.calendar.weekStart,
      today: context.today,
      title: "\(habit?.details.title ?? "All habits"), a square for each day",
      href: { day in habit.map { $0.id.path(on: day) } ?? "/days/\(day)" }
    )
    .html
  }

  private static func words(_ count: Int, _ habit: Habit?) -> String {
    if habit != nil { return count == 0 ? "not done" : "done" }
    return count == 0 ? "nothing done" : "\(count) done"
  }

  // MARK: Totals

  private static func figures(_ document: HistoryDocument, _ context: PageContext) -> HTML {
    let weekStart = context.calendar.startOfWeek(context.today)
    let week = document.days.filter { $0.day >= weekStart }.reduce(0) { $0 + $1.count }
    let most = document.days.max { $0.count < $1.count }
    var figures = [
      Figure(value: context.number(document.total), label: context.say(.historyTotal)),
      Figure(value: "\(document.activeDays)", label: context.say(.historyDays)),
      Figure(value: "\(week)", label: context.say(.historyWeek)),
    ]
    if let most, most.count > 1 {
      let note = most.day.shortWords(today: context.today)
      figures.append(
        Figure(value: "\(most.count)", label: context.say(.historyBest), note: note)
      )
    }
    return HTML.card(nil, "\(HTML.figures(figures))\(months(document, context))")
  }

  private static func months(_ document: HistoryDocument, _ context: PageContext) -> HTML? {
    let months = document.months.drop { $0.count == 0 }.suffix(12)
    guard months.count > 1, let most = months.map(\.count).max(), most > 0 else { return nil }
    let bars = months.map { month in
      BarChart.Bar(
        String(month.from.monthName.prefix(3)),
        Double(month.count) / Double(most),
        words: "\(month.count)"
      )
    }
    return BarChart(bars: bars, title: context.say(.historyMonths), summary: "").html
  }
}
