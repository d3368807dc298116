import CommandKit
import Core
import PageKit
import StreaksContract
import TrackingContract

/// The last seven days of every habit, in one table.
enum WeekPage {
  static let page = Page("/week", tab: Tab(.tabWeek, icon: .week, order: 20)) { visit in
    let session = visit.session
    let report = try await WeekReport.load(session)
    let title = session.say(.tabWeek)
    guard let first = report.days.first, !report.items.isEmpty else {
      return PageContent(title: title, body: HTML.header(title) + empty(session))
    }
    let words =
      report.done == 0
      ? session.say(.weekEmpty) : session.say(.weekSummary, ["done": "\(report.done)"])
    let range = "\(first.shortWords(today: session.today)) to today"
    return PageContent(
      title: title,
      refreshAt: session.endOfToday,
      body: """
        \(HTML.header(title, note: range))\
        <p class="day-words">\(words)</p>\
        \(HTML.card(nil, table(report, visit)))\
        \(legend(report, session))\(HabitPiece.flameSymbol)
        """
    )
  }

  private static func empty(_ session: Session) -> HTML {
    HTML.empty(
      session.say(.todayEmpty),
      icon: .week,
      action: HTML.link(HabitFormPages.newPath, session.say(.habitFirst), style: "button primary")
    )
  }

  private static func table(_ report: WeekReport, _ visit: Visit) -> HTML {
    let groups = Grouped(report.items) { $0.habit.details.group }.groups
    return """
      <table class="week"><caption class="visually-hidden">The last seven days</caption>\
      <thead><tr><th scope="col">\(visit.session.say(.habitColumn))</th>\
      \(each: report.days, { head($0, visit.today) })</tr></thead>\
      \(each: groups, { body($0, visit) })</table>
      """
  }

  private static func body(
    _ group: (title: String, items: [WeekReport.Item]),
    _ visit: Visit
  ) -> HTML {
    "<tbody>\(groupRow(group, visit))\(each: group.items, { row($0, visit) })</tbody>"
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
    _ visit: Visit
  ) -> HTML? {
    guard !group.title.isEmpty else { return nil }
    let color = HabitPiece.color(of: group.items.map(\.habit.details))
    return """
      <tr><th class="group-name" scope="rowgroup" colspan="8">\
      \(color.map { HTML.dot($0.rgbColor) })\(group.title)</th></tr>
      """
  }

  private static func row(_ item: WeekReport.Item, _ visit: Visit) -> HTML {
    """
    <tr><th scope="row"><a href="\(item.habit.id.path)">\(item.title)</a>\
    \(HabitPiece.streak(item.streak, visit.session))</th>\
    \(each: item.cells, { cell($0, item, visit) })</tr>
    """
  }

  /// A day that may be marked is a button, any other leads to what happened on it.
  private static func cell(
    _ cell: WeekDocument.Cell,
    _ item: WeekReport.Item,
    _ visit: Visit
  ) -> HTML {
    let sign = DaySign.html(cell.status, item.habit.details.color, visit.session)
    let day = cell.day.words
    guard visit.session.backfill.allows(cell.day) else {
      let words = "\(item.title), \(day): \(cell.status.words(visit.session))"
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
    return "<td data-state=\"\(cell.status.rawValue)\">\(check.html(visit))</td>"
  }

  /// What the signs mean, those that can be seen.
  private static func legend(_ report: WeekReport, _ session: Session) -> HTML {
    let seen = Set(report.items.flatMap(\.cells).map(\.status))
    let shown = ShownStatus.allCases.filter(seen.contains)
    let signs = shown.map { status -> HTML in
      "<li>\(DaySign.html(status, .green, session))\(status.words(session))</li>"
    }
    return "<ul class=\"signs small muted\">\(signs.joined())</ul>"
  }
}
