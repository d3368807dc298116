import CommandKit
import Core
import PageKit
import StreaksContract
import TrackingContract

/// What was done on one day, with times and notes.
enum DayPage {
  static let page = Page("/days/{day}") { visit in
    let session = visit.session
    let day = try visit.day()
    let items = try await items(day, session)
    let noted = items.filter { $0.report.status == .done || $0.report.entry.isEmpty == false }
    let done = items.count { $0.report.status == .done }
    return PageContent(
      title: day.words,
      body: """
        \(HTML.header(day.words, note: done == 1 ? "1 done" : "\(done) done", markLink(day, session)))\
        \(DayLinks.html(day, session.today) { "/days/\($0)" })\
        \(noted.isEmpty
          ? HTML.empty(session.say(.dayEmpty), icon: .grid) : HTML.card(nil, HTML.list(noted.map {
            row($0, session)
          })))\
        \(rest(items.filter { $0.report.status != .done && $0.report.entry.isEmpty }, session))\
        <p>\(HTML.link(HistoryPage.path, session.say(.backToHistory)))</p>
        """
    )
  }

  private struct Item {
    let title: String
    let report: DayReport
  }

  /// All habits, the archived ones too where they have something to say.
  private static func items(_ day: Day, _ session: Session) async throws -> [Item] {
    let all = try await session.ask(AllHabits(includesArchived: true))
    let titles = DistinctTitles(all)
    var found = try await session.ask(DaysOfHabits(from: day, to: day))
    for habit in all where habit.details.archived {
      let days = try await session.ask(DaysOfHabits(habit: habit.id, from: day, to: day))
      found += days.filter { $0.days.first?.entry?.isEmpty == false }
    }
    let streaks = try await Streaks.load(session)
    return found.map { days in
      let id = days.habit.id
      let isProtected = streaks[id]?.protectedDays.contains(day) ?? false
      let state = days.days.first
      let report = DayReport(
        habit: days.habit,
        day: day,
        status: state.map { days.shown($0, today: session.today, isProtected: isProtected) }
          ?? .notDue,
        entry: state?.entry ?? .empty,
        inCurrentStreak: false,
        streak: nil
      )
      return Item(title: titles.title(days.habit.details.title, id), report: report)
    }
  }

  private static func markLink(_ day: Day, _ session: Session) -> HTML? {
    guard session.backfill.allows(day) else { return nil }
    let href = day == session.today ? TodayPage.path : "\(TodayPage.path)?day=\(day)"
    return HTML.link(href, session.say(.dayMark), style: "button")
  }

  private static func row(_ item: Item, _ session: Session) -> HTML {
    let report = item.report
    let details = report.habit.details
    let amount = HabitPiece.amount(report.entry.value, of: details.target)
    let facts = [report.status.words(session), amount, DayTime.words(report, session)]
    return """
      <div class="habit-line">\(DaySign.html(report.status, details.color, session))<div>\
      <p class="habit-title">\(HTML.link(report.habit.id.path(on: report.day), item.title))</p>\
      <p class="small muted">\(facts.compactMap { $0 }.joined(separator: " · "))</p>\
      \(report.entry.writtenNote.map { note -> HTML in "<p class=\"habit-note\">\(note)</p>" })\
      </div></div>
      """
  }

  /// What was not done, by name only: a past day is no list of reproaches.
  private static func rest(_ items: [Item], _ session: Session) -> HTML? {
    let open = items.filter { $0.report.status != .notDue }
    guard !open.isEmpty else { return nil }
    let rows = open.map { item -> HTML in
      """
      <div class="habit-line">\(DaySign.html(item.report.status, item.report.habit.details.color, session))\
      <p>\(HTML.link(item.report.habit.id.path(on: item.report.day), item.title)) \
      <span class="muted small">\(item.report.status.words(session))</span></p></div>
      """
    }
    let words = session.say(.dayRest, ["count": "\(open.count)"])
    return HTML.card(nil, style: "quiet", HTML.disclosure(words, HTML.list(rows)))
  }
}

/// When a day was marked.
enum DayTime {
  /// `marked at 07:05`, with the day where it was another one; nil when nothing was marked.
  static func words(_ report: DayReport, _ session: Session) -> String? {
    guard report.entry.mark != .open || report.entry.value != nil, let at = report.entry.at else {
      return nil
    }
    let day = session.calendar.day(at: at)
    let when = day == report.day ? "" : " \(day.relativeWords(today: session.today))"
    return "marked at \(at.clockTime(in: session.calendar.zone))\(when)"
  }
}

/// To the day before and the day after.
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
