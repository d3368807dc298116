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
  ) -> HTML {
    // Before its first day nothing could be done.
    let began = history.days.first { $0.count > 0 }?.day ?? habit.createdOn
    let words = HistoryPage.summary(history, since: min(began, habit.createdOn), context)
    guard history.total > 0 else {
      return HTML.card(context.say(.habitHistory), "<p class=\"muted\">\(words)</p>")
    }
    let months = table(history.months, isWeeks: false, context)
    // It begins with a whole month, which may cut a week.
    let isCut = context.calendar.startOfWeek(history.from) != history.from
    let whole = Array(history.weeks.dropFirst(isCut ? 1 : 0))
    let weeks = table(whole, isWeeks: true, context)
    return HTML.card(
      context.say(.habitHistory),
      """
      <p class="muted">\(words)</p>\(HTML.disclosure("By month", isOpen: true, months))\
      \(HTML.disclosure("By week", weeks))
      """
    )
  }

  private static func table(
    _ periods: [HistoryDocument.Stretch],
    isWeeks: Bool,
    _ context: PageContext
  ) -> HTML {
    // Rates put pressure on users, so a product that hides streaks shows only what was done.
    let showsRates = context.showsStreaks && context.answers(RangeRates.self)
    let began = periods.firstIndex { $0.count > 0 } ?? 0
    let rows = periods.dropFirst(began).reversed().map { stretch -> HTML in
      let from = stretch.from
      let name =
        isWeeks ? from.shortWords(today: context.today) : "\(from.monthName.prefix(3)) \(from.year)"
      return """
        <tr><th scope="row">\(name)</th><td class="number">\(stretch.count)</td>\
        \(showsRates ? "<td>\(share(stretch.rate))</td>" : nil)</tr>
        """
    }
    return """
      <table class="rates"><thead><tr><th scope="col">\(isWeeks ? "Week from" : "Month")</th>\
      <th scope="col" class="number">Done</th>\
      \(showsRates ? "<th scope=\"col\">Of what was planned</th>" : nil)</tr></thead>\
      <tbody>\(rows.joined())</tbody></table>
      """
  }

  private static func share(_ rate: Double?) -> HTML {
    guard let rate else { return "<span class=\"muted\">–</span>" }
    let words = "\(Int((rate * 100).rounded()))%"
    return """
      <span class="planned-share">\(HTML.bar(share: rate, label: words))\
      <span aria-hidden="true">\(words)</span></span>
      """
  }
}
