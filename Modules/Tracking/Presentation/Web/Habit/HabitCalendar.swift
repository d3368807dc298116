import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The calendar of one habit, a stretch of days at a time, back to where it begins.
enum HabitCalendar {
  private static let item = "until"

  /// - Parameter latest: the days up to today, which the page has loaded.
  static func html(
    _ habit: Habit,
    _ latest: CalendarReport,
    _ request: PageRequest
  ) async throws -> HTML {
    let context = request.context
    let today = context.today
    let until = min(request.day(item) ?? today, today)
    let first = until.advanced(by: 1 - HabitPage.length)
    let report =
      until == today
      ? latest : try await CalendarReport.load(habit, from: first, to: until, context)
    let begin = try await begin(habit, before: first, context)
    return """
      <div data-tint="\(habit.details.color.nearestName)">\
      \(table(report, from: first, to: until, context))</div>\
      \(ways(habit, from: first, to: until, since: begin, context))
      """
  }

  /// The first day with an entry, or that of the habit if that is earlier.
  private static func begin(
    _ habit: Habit,
    before first: Day,
    _ context: PageContext
  ) async throws -> Day {
    // For an old habit it is known without reading all entries.
    guard habit.createdOn >= first else { return habit.createdOn }
    let entries = try await context.askIfAvailable(EntriesOf(habit: habit.id))
    return min(habit.createdOn, entries?.first?.day ?? habit.createdOn)
  }

  private static func ways(
    _ habit: Habit,
    from first: Day,
    to until: Day,
    since begin: Day,
    _ context: PageContext
  ) -> HTML? {
    func way(_ day: Day, _ words: String) -> HTML {
      let isLatest = day >= context.today
      return HTML.link(
        isLatest ? habit.id.path : "\(habit.id.path)?\(item)=\(day)",
        words,
        style: "button quiet"
      )
    }
    let earlier = begin < first ? way(first.advanced(by: -1), context.say(.calendarEarlier)) : nil
    let later =
      until < context.today
      ? way(until.advanced(by: HabitPage.length), context.say(.calendarLater)) : nil
    guard earlier != nil || later != nil else { return nil }
    return """
      <nav class="spread" aria-label="\(context.say(.habitCalendar))">\
      \(earlier ?? "<span></span>")\(later)</nav>
      """
  }

  private static func table(
    _ report: CalendarReport,
    from first: Day,
    to until: Day,
    _ context: PageContext
  ) -> HTML {
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
    let span =
      until == context.today
      ? "the last \(HabitPage.length) days"
      : "\(first.shortWords(today: context.today)) to \(until.shortWords(today: context.today))"
    return DayCalendar(
      days: days,
      weekStart: context.calendar.weekStart,
      title: "\(report.habit.details.title), \(span)"
    )
    .html
  }

  private static func words(
    _ item: CalendarReport.Item,
    _ context: PageContext
  ) -> String {
    var parts = [item.status.words(context, item.outside)]
    // On days without an amount, the status says enough.
    if let value = item.state.entry?.value,
      let amount = MeasuredAmount(value, of: item.state.target, item.status)
    {
      parts.append(amount.words(context.number))
    }
    if context.showsStreaks, item.inCurrentStreak { parts.append("part of your current streak") }
    if let note = item.state.entry?.writtenNote { parts.append("“\(note)”") }
    return parts.joined(separator: ", ")
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
