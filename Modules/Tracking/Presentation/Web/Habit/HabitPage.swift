import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The page of one habit: its calendar, its history, and cards from other modules.
enum HabitPage {
  private static let length = 90

  static let page = Page("/habits/{id}") { request in
    let context = request.context
    let habit = try await request.habit()
    let today = context.today
    let first = today.advanced(by: 1 - length)
    let report = try await CalendarReport.load(habit, from: first, to: today, context)
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
        <div class="habit-columns">\
        \(HTML.card(context.say(.habitCalendar), calendar(report, context)))\
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
    let title: HTML = "\(HTML.dot(details.color.rgbColor)) \(details.title)"
    let text = [details.question, details.notes].filter { !$0.isEmpty }
    return """
      <header class="page-head"><div><h1>\(title)\(HabitComponents.important(details))</h1>\
      <p class="muted">\(HabitWords.summary(details))\(group)\(archived)</p></div>\
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

  // MARK: Calendar

  private static func calendar(_ report: CalendarReport, _ context: PageContext) -> HTML {
    let showsRun = context.showsStreaks
    let days = report.days.map { item in
      CalendarDay(
        item.state.day,
        item.status.style(context),
        words: words(item, context),
        isInRun: showsRun && item.inCurrentStreak,
        isToday: item.state.day == context.today,
        hasNote: item.state.entry?.writtenNote != nil,
        control: .link(report.habit.id.path(on: item.state.day))
      )
    }
    return DayCalendar(
      days: days,
      weekStart: context.calendar.weekStart,
      title: "\(report.habit.details.title), the last \(length) days"
    )
    .html
  }

  private static func words(
    _ item: CalendarReport.Item,
    _ context: PageContext
  ) -> String {
    var parts = [item.status.words(context, item.outside)]
    // Of days without an amount the status says enough.
    if let value = item.state.entry?.value,
      let amount = MeasuredAmount(value, of: item.state.target, item.status)
    {
      parts.append(amount.words)
    }
    if context.showsStreaks, item.inCurrentStreak { parts.append("part of your current streak") }
    if let note = item.state.entry?.writtenNote { parts.append("“\(note)”") }
    return parts.joined(separator: ", ")
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

extension DisplayStatus {
  fileprivate func style(_ context: PageContext) -> CalendarDay.Style {
    switch self {
    case .missed where context.isGentle: .quiet
    case .done: .done
    case .missed: .missed
    case .skipped: .skipped
    case .protected: .protected
    case .notDue: .notDue
    case .open: .open
    }
  }
}
