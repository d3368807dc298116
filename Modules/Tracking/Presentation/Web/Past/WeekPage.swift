import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The page of the last seven days of every habit, in one table.
enum WeekPage {
  static let page = Page("/week", tab: Tab(.tabWeek, icon: .week, order: 20)) { request in
    let context = request.context
    let report = try await WeekReport.load(context)
    let title = context.say(.tabWeek)
    guard let first = report.days.first, !report.items.isEmpty else {
      let archived = try await NoHabits.archived(context)
      return PageContent(title: title, body: HTML.header(title) + NoHabits.html(archived, context))
    }
    let words =
      report.done == 0
      ? context.say(.weekEmpty) : context.say(.weekSummary, ["done": "\(report.done)"])
    let range = "\(first.shortWords(today: context.today)) to today"
    return PageContent(
      title: title,
      refreshAt: context.endOfToday,
      body: """
        \(HTML.header(title, note: range))\
        <p class="day-words">\(words)</p>\
        \(HTML.card(nil, table(report, request)))\
        \(legend(report, context))\(HabitComponents.flameSymbol(context))
        """
    )
  }

  private static func table(_ report: WeekReport, _ request: PageRequest) -> HTML {
    let groups = Grouped(report.items) { $0.habit.details.group }.groups
    return """
      <table class="week"><caption class="visually-hidden">The last seven days</caption>\
      <thead><tr><th scope="col">\(request.context.say(.habitColumn))</th>\
      \(each: report.days, { head($0, request.today) })</tr></thead>\
      \(each: groups, { body($0, request) })</table>
      """
  }

  private static func body(
    _ group: (title: String, items: [WeekReport.Item]),
    _ request: PageRequest
  ) -> HTML {
    "<tbody>\(groupRow(group, request))\(each: group.items, { row($0, request) })</tbody>"
  }

  private static func head(_ day: Day, _ today: Day) -> HTML {
    let current = day == today ? "date" : nil
    return """
      <th scope="col"\(attribute: "aria-current", current)>\
      <span aria-hidden="true"><span class="weekday">\(day.weekday.name.prefix(2))</span>\
      <span class="date">\(day.dayOfMonth)</span></span>\(HTML.spoken(day.words))</th>
      """
  }

  private static func groupRow(
    _ group: (title: String, items: [WeekReport.Item]),
    _ request: PageRequest
  ) -> HTML? {
    guard !group.title.isEmpty else { return nil }
    let color = HabitComponents.color(of: group.items.map(\.habit.details))
    return """
      <tr><th class="group-name" scope="rowgroup" colspan="8">\
      \(color.map { HTML.dot($0.rgbColor) })\(group.title)</th></tr>
      """
  }

  private static func row(_ item: WeekReport.Item, _ request: PageRequest) -> HTML {
    let streak = HabitComponents.streak(item.streak, request.context)
    let link = HTML.link(item.habit.id.path, item.title)
    let facts = streak.map { words -> HTML in "<p class=\"habit-facts\">\(words)</p>" }
    return """
      <tr><th scope="row">\(HTML.titled(item.habit.details.face, link))\(facts)</th>\
      \(each: item.cells, { cell($0, item, request) })</tr>
      """
  }

  /// Returns a button if the day may be marked, otherwise a link to the day's page.
  private static func cell(
    _ cell: WeekDocument.Cell,
    _ item: WeekReport.Item,
    _ request: PageRequest
  ) -> HTML {
    let sign = DayIcon.html(cell.status, item.habit.details.color, request.context)
    let day = cell.day.words
    guard request.context.backfill.allows(cell.day) else {
      let words = "\(item.title), \(day): \(cell.status.words(request.context))"
      return """
        <td data-state="\(cell.status.rawValue)">\
        \(HTML.link(item.habit.id.path(on: cell.day), style: "day-sign", label: words, sign))</td>
        """
    }
    let check = CheckButton(
      habit: item.habit,
      day: cell.day,
      status: cell.status,
      label: "\(item.title) done, \(day)",
      style: "day-sign"
    )
    return "<td data-state=\"\(cell.status.rawValue)\">\(check.html(request))</td>"
  }

  /// Returns the legend of the signs that appear in the table.
  private static func legend(_ report: WeekReport, _ context: PageContext) -> HTML {
    let seen = Set(report.items.flatMap(\.cells).map(\.status))
    let shown = DisplayStatus.allCases.filter(seen.contains)
    let signs = shown.map { status -> HTML in
      "<li>\(DayIcon.html(status, .green, context))\(status.words(context))</li>"
    }
    return "<ul class=\"signs small muted\">\(signs.joined())</ul>"
  }
}
