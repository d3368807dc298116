import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// A habit's year by weeks and by months, with what was done of what was planned.
enum HabitHistory {
  static func card(
    _ history: HistoryDocument,
    _ habit: Habit,
    _ context: PageContext
  ) async throws -> HTML {
    // Before its first day nothing could be done.
    let began = history.days.first { $0.count > 0 }?.day ?? habit.createdOn
    let words = HistoryPage.summary(history, since: min(began, habit.createdOn), context)
    guard history.total > 0 else {
      return HTML.card(context.say(.habitHistory), "<p class=\"muted\">\(words)</p>")
    }
    let months = try await table(history, history.months, isWeeks: false, habit, context)
    // It begins with a whole month, which may cut a week.
    let isCut = context.calendar.startOfWeek(history.from) != history.from
    let whole = Array(history.weeks.dropFirst(isCut ? 1 : 0))
    let weeks = try await table(history, whole, isWeeks: true, habit, context)
    return HTML.card(
      context.say(.habitHistory),
      """
      <p class="muted">\(words)</p>\(HTML.disclosure("By month", isOpen: true, months))\
      \(HTML.disclosure("By week", weeks))
      """
    )
  }

  private static func table(
    _ history: HistoryDocument,
    _ periods: [HistoryDocument.Stretch],
    isWeeks: Bool,
    _ habit: Habit,
    _ context: PageContext
  ) async throws -> HTML {
    let stretches = history.stretches(periods)
    // Rates put pressure on users, so a product that hides streaks shows only what was done.
    let rates =
      context.showsStreaks
      ? try await context.askIfAvailable(RangeRates(habit: habit.id, stretches: stretches)) : nil
    let began = periods.firstIndex { $0.count > 0 } ?? 0
    let rows = periods.indices.dropFirst(began).reversed().map { place -> HTML in
      let from = periods[place].from
      let name =
        isWeeks ? from.shortWords(today: context.today) : "\(from.monthName.prefix(3)) \(from.year)"
      let all = rates.flatMap { $0.indices.contains(place) ? $0[place] : nil }
      let rate = HistoryViews.shown(all, of: periods[place])?.rate
      return """
        <tr><th scope="row">\(name)</th><td class="number">\(periods[place].count)</td>\
        \(rates == nil ? nil : "<td>\(share(rate))</td>")</tr>
        """
    }
    return """
      <table class="rates"><thead><tr><th scope="col">\(isWeeks ? "Week from" : "Month")</th>\
      <th scope="col" class="number">Done</th>\
      \(rates == nil ? nil : "<th scope=\"col\">Of what was planned</th>")</tr></thead>\
      <tbody>\(rows.joined())</tbody></table>
      """
  }

  private static func share(_ rate: Double?) -> HTML {
    guard let rate else { return "<span class=\"muted\">–</span>" }
    let words = "\(Int((rate * 100).rounded()))%"
    return """
      <span class="share">\(HTML.bar(share: rate, label: words))\
      <span aria-hidden="true">\(words)</span></span>
      """
  }
}
