import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The page of what was done on one day, with times and notes.
enum DayPage {
  static let page = Page("/days/{day}") { request in
    let context = request.context
    let day = try request.day()
    let items = try await items(day, context)
    let noted = items.filter { $0.report.status == .done || $0.report.entry.isEmpty == false }
    let done = items.count { $0.report.status == .done }
    return PageContent(
      title: day.words,
      body: """
        \(HTML.wayBack(HistoryPage.path, context.say(.tabHistory)))\
        \(HTML.header(day.words, note: "\(done) done", markLink(day, context)))\
        \(DayLinks.html(day, context.today) { "/days/\($0)" })\
        \(noted.isEmpty
          ? HTML.empty(context.say(.dayEmpty), icon: .grid) : HTML.card(nil, HTML.list(noted.map {
            row($0, context)
          })))\
        \(rest(items.filter { $0.report.status != .done && $0.report.entry.isEmpty }, context))
        """
    )
  }

  private struct Item {
    let title: String
    let report: DayReport
  }

  /// Returns all habits, and those archived ones that have an entry on the day.
  private static func items(_ day: Day, _ context: PageContext) async throws -> [Item] {
    let all = try await context.ask(AllHabits(includesArchived: true))
    let titles = DistinctTitles(all)
    var found = try await context.ask(DaysOfHabits(from: day, to: day))
    for habit in all where habit.details.archived {
      let days = try await context.ask(DaysOfHabits(habit: habit.id, from: day, to: day))
      found += days.filter { $0.days.first?.entry?.isEmpty == false }
    }
    let streaks = try await Streaks.load(context)
    let counted = try await CountedDays.load(
      found.map(\.habit),
      streaks,
      from: day,
      to: day,
      context
    )
    return found.map { days in
      let id = days.habit.id
      let state = days.days.first
      let report = DayReport(
        habit: days.habit,
        day: day,
        status: state.map { counted.status(of: $0, in: days, today: context.today) }
          ?? .notDue,
        entry: state?.entry ?? .empty,
        target: state?.target,
        inCurrentStreak: false,
        outside: state.flatMap(days.outside),
        streak: nil
      )
      return Item(title: titles.title(days.habit.details.title, id), report: report)
    }
  }

  private static func markLink(_ day: Day, _ context: PageContext) -> HTML? {
    guard context.backfill.allows(day) else { return nil }
    let href = day == context.today ? TodayPage.path : "\(TodayPage.path)?day=\(day)"
    return HTML.link(href, context.say(.dayMark), style: "button")
  }

  private static func row(_ item: Item, _ context: PageContext) -> HTML {
    let report = item.report
    let details = report.habit.details
    let status = report.status.words(context, report.outside)
    let facts = [status, report.amount?.words(context.number), DayTime.words(report, context)]
    return """
      <div class="habit-line">\(DayIcon.html(report.status, details.color, context))<div>\
      <p class="habit-title">\(HTML.link(report.habit.id.path(on: report.day), item.title))</p>\
      <p class="small muted">\(facts.compactMap { $0 }.joined(separator: " · "))</p>\
      \(report.entry.writtenNote.map { note -> HTML in "<p class=\"habit-note\">\(note)</p>" })\
      </div></div>
      """
  }

  /// Returns the habits that were not done, by name only, because a past day is not a reproach.
  private static func rest(_ items: [Item], _ context: PageContext) -> HTML? {
    let open = items.filter { $0.report.status != .notDue }
    guard !open.isEmpty else { return nil }
    let rows = open.map { item -> HTML in
      """
      <div class="habit-line">\(DayIcon.html(item.report.status, item.report.habit.details.color, context))\
      <p>\(HTML.link(item.report.habit.id.path(on: item.report.day), item.title)) \
      <span class="muted small">\(item.report.status.words(context))</span></p></div>
      """
    }
    let words = context.say(.dayRest, ["count": "\(open.count)"])
    return HTML.card(nil, style: "quiet", HTML.disclosure(words, HTML.list(rows)))
  }
}

/// Describes when a day was marked.
enum DayTime {
  /// Returns `marked at 07:05`, with the day if it was another one; nil if nothing was marked.
  static func words(_ report: DayReport, _ context: PageContext) -> String? {
    guard report.entry.mark != .open || report.entry.value != nil, let at = report.entry.at else {
      return nil
    }
    let day = context.calendar.day(at: at)
    let when = day == report.day ? "" : " \(day.relativeWords(today: context.today))"
    return "marked at \(at.clockTime(in: context.calendar.zone))\(when)"
  }
}

/// Links to the previous and the next day.
enum DayLinks {
  static func html(_ day: Day, _ today: Day, _ href: (Day) -> String) -> HTML {
    let before = day.advanced(by: -1)
    let after = day.advanced(by: 1)
    let next =
      day < today
      ? HTML.link(href(after), "\(after.shortWords(today: today)) →", style: "button quiet") : ""
    return """
      <nav class="spread day-links" aria-label="Days">\
      \(HTML.link(href(before), "← \(before.shortWords(today: today))", style: "button quiet"))\
      \(next)</nav>
      """
  }
}
