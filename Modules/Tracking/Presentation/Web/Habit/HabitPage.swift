import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The page of one habit: its calendar, its history, and cards from other modules.
enum HabitPage {
  static let length = 90

  static let page = Page("/habits/{id}") { request in
    let context = request.context
    let habit = try await request.habit()
    let today = context.today
    let report = try await CalendarReport.load(
      habit,
      from: today.advanced(by: 1 - length),
      to: today,
      context
    )
    let history = try await HistoryDocument.load(
      habit,
      weeks: 52,
      isByMonth: true,
      isRated: context.showsStreaks,
      context
    )
    let details = habit.details
    return PageContent(
      title: details.title,
      refreshAt: context.endOfToday,
      body: """
        \(head(habit, request))\
        \(details.archived ? nil : check(report, request))\
        <div class="habit-columns" data-hue="\(details.color.nearestName)">\
        \(HTML.card(context.say(.habitCalendar), try await HabitCalendar.html(habit, report, request)))\
        <div>\(try await request.cards(in: .habit, about: ["id": habit.id.description]))</div>\
        \(HabitHistory.card(history, habit, context))\
        \(notes(report, context))</div>
        """
    )
  }

  // MARK: Header

  private static func head(_ habit: Habit, _ request: PageRequest) -> HTML {
    let details = habit.details
    let edit = HTML.link("\(habit.id.path)/edit", "Edit", style: "button")
    let actions = details.archived ? ArchiveButton.html(habit, request) + edit : edit
    let group = details.group.map { " · \($0)" } ?? ""
    let archived = details.archived ? " · archived" : ""
    let title = HTML.titled(
      details.face,
      "\(details.title)\(HabitComponents.important(details))"
    )
    let text = [details.question, details.notes].filter { !$0.isEmpty }
    return """
      \(HTML.wayBack(HabitsPage.path, request.context.say(.habitsTitle)))\
      <header class="page-head"><div><h1>\(title)</h1>\
      <p class="muted">\(HabitWords.summary(details, request.context))\(group)\(archived)</p></div>\
      <div class="toolbar">\(actions)</div></header>\
      \(each: text, { "<p class=\"habit-text\">\($0)</p>" })
      """
  }

  /// Returns today's check, so that users need not go back to Today.
  private static func check(_ report: CalendarReport, _ request: PageRequest) -> HTML? {
    guard let item = report.days.last else { return nil }
    let row = TodayReport.Item(
      habit: report.habit,
      title: request.context.say(.tabToday),
      name: report.habit.details.title,
      status: item.status,
      entry: item.state.entry,
      target: item.state.target,
      streak: nil
    )
    let html = TodayRow(item: row, day: item.state.day, request: request, isLinked: false).html
    return "<ul class=\"habits\">\(html)</ul>"
  }

  // MARK: Notes

  private static func notes(_ report: CalendarReport, _ context: PageContext) -> HTML? {
    let noted = report.days.filter { $0.state.entry?.writtenNote != nil }.suffix(20).reversed()
    guard !noted.isEmpty else { return nil }
    let rows = noted.map { item -> HTML in
      let day = item.state.day
      return """
        <p class="small muted">\(HTML.link(
          report.habit.id.path(on: day),
          day.shortWords(today: context.today)
        ))</p><p class="habit-note">\(item.state.entry?.note ?? "")</p>
        """
    }
    return HTML.card(context.say(.habitNotes), HTML.list(Array(rows)))
  }
}
