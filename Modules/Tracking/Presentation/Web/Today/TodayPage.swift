import Core
import Pages
import Presentation
import TrackingContract

/// The page of the day's habits, each of which is marked as done with one tap.
enum TodayPage {
  static let path = "/today"

  static let page = Page(path, tab: Tab(.tabToday, icon: .today, order: 10)) { request in
    let context = request.context
    let day = context.backfill.chosen(request.day("day"))
    let report = try await TodayReport.load(context, on: day)
    let isToday = day == context.today
    let scene = isToday ? try await request.cards(in: .todayHead) : .empty
    let top = isToday ? try await request.cards(in: .todayTop) : .empty
    let bottom = isToday ? try await request.cards(in: .todayBottom) : .empty
    return PageContent(
      title: isToday ? context.say(.tabToday) : day.words,
      refreshAt: context.product.theme.look.motif != .garden
        ? context.endOfToday : min(context.endOfToday, GardenSky.nextChange(context)),
      body: """
        \(scene)\(head(report, request))\
        \(top)\
        \(report.items.isEmpty ? NoHabits.html(report.archived, context) : list(report, request))\
        \(bottom)\
        <p class="quote">\(context.say(.quote))</p>\(HabitComponents.flameSymbol(context))
        """
    )
  }

  // MARK: Header

  private static func head(_ report: TodayReport, _ request: PageRequest) -> HTML {
    let context = request.context
    let isToday = report.day == context.today
    let title =
      isToday
      ? report.greeting(context) : context.say(.pastDayTitle, ["day": dayName(report.day, context)])
    let actions: HTML = """
      \(HTML.link(HabitsPage.path, context.say(.habitsManage), style: "button quiet"))\
      \(HabitComponents.addButton(context))
      """
    return """
      \(HTML.header(title, note: report.day.words, report.items.isEmpty ? nil : actions))\
      \(report.items.isEmpty ? nil : DaySwitcher.html(report.day, context))\
      \(report.items.isEmpty ? nil : progress(report, context))
      """
  }

  private static func dayName(_ day: Day, _ context: PageContext) -> String {
    day.advanced(by: 1) == context.today ? "yesterday" : day.shortWords(today: context.today)
  }

  private static func progress(_ report: TodayReport, _ context: PageContext) -> HTML {
    let missed = report.items.count { $0.status == .missed }
    let total = report.done + report.open + missed
    let words = report.day == context.today ? report.message(context) : context.say(.pastDayHint)
    guard total > 0 else { return "<p class=\"day-words\">\(words)</p>" }
    // Products that count nothing against anyone count nothing here either.
    guard context.showsStreaks else { return "<p class=\"day-words\">\(words)</p>" }
    let label = report.progressWords(of: total)
    return """
      <div class="progress">\(HTML.bar(share: Double(report.done) / Double(total), label: label))\
      <p class="day-words"><strong>\(label)</strong> <span class="muted">\(words)</span></p></div>
      """
  }

  // MARK: List

  private static func list(_ report: TodayReport, _ request: PageRequest) -> HTML {
    let groups = Grouped(report.items) { $0.details.group }.groups
    return groups.map { group(SettledItems($0.items, report, request), $0.title, report, request) }
      .joined()
  }

  private static func group(
    _ items: SettledItems,
    _ title: String,
    _ report: TodayReport,
    _ request: PageRequest
  ) -> HTML {
    let color = HabitComponents.color(of: items.all.map(\.details))
    let rows = items.all.map { TodayRow(item: $0, day: report.day, request: request).html }
    let list: HTML = """
      <ul class="habits"\(attribute: "data-settles", if: items.willSettle)>\(rows.joined())</ul>
      """
    guard let heading = HabitComponents.heading(title, color) else {
      return "<section class=\"group\">\(list)</section>"
    }
    let name = HabitComponents.foldName(of: title)
    // Products that count nothing count nothing here either.
    let words = request.context.showsStreaks ? items.words : ""
    return """
      <details class="group" data-id="\(name)" data-fold="\(name)"\
      \(attribute: "open", if: !request.folded.contains(name))><summary>\(heading)\
      <span class="small muted">\(words)</span></summary>\(list)</details>
      """
  }
}

/// The habits of a group in the order in which they are shown: settled ones are below the rest.
struct SettledItems {
  let all: [TodayReport.Item]
  /// Whether some stay in place only because the person has just seen them there.
  let willSettle: Bool

  init(_ items: [TodayReport.Item], _ report: TodayReport, _ request: PageRequest) {
    let since = request.openedAt ?? request.context.now
    // Other days are for browsing, and keep the order of the habits.
    let isToday = report.day == request.today
    let done = items.filter { isToday && ($0.status == .done || $0.status == .skipped) }
    let settled = done.filter { item in item.entry?.at.map { $0 <= since } ?? true }
    let ids = Set(settled.map(\.habit.id))
    all = items.filter { !ids.contains($0.habit.id) } + settled
    willSettle = done.count > settled.count && all.count > 1
  }

  /// `1 of 3 done`, for a folded group.
  var words: String { "\(all.count { $0.status == .done }) of \(all.count) done" }
}

extension NoHabits {
  /// What a page shows instead of a list, with a link to the archive or to a first habit.
  static func html(_ archived: Habit?, _ context: PageContext) -> HTML {
    let action =
      archived == nil
      ? HTML.link(HabitFormPages.newPath, context.say(.habitFirst), style: "button primary")
      : HTML.link(HabitsPage.path, context.say(.habitsManage), style: "button primary")
    return HTML.empty(context.say(words(archived)), icon: .plus, action: action)
  }
}

/// Links to the other days that may still be marked, if there are any.
enum DaySwitcher {
  static func html(_ day: Day, _ context: PageContext) -> HTML? {
    let backfill = context.backfill
    guard backfill.reachesBack else { return nil }
    let earlier = day.advanced(by: -1)
    let later = day.advanced(by: 1)
    if backfill.days == 1 { return pair(day, context.today) }
    let today = context.today
    return """
      <nav class="switcher" aria-label="Day">\
      \(backfill.allows(earlier) ? link(earlier, today, "← ") : nil)\
      \(backfill.allows(later) ? link(later, today, "") : nil)\
      <form method="get" action="\(TodayPage.path)" class="inline">\
      <input type="date" name="day" value="\(day.description)" max="\(today.description)" \
      aria-label="Another day" required> <button class="button quiet">Go</button></form></nav>
      """
  }

  private static func pair(_ day: Day, _ today: Day) -> HTML {
    let yesterday = today.advanced(by: -1)
    func tab(_ target: Day, _ href: String, _ name: String) -> HTML {
      let current = target == day ? "page" : nil
      return "<a href=\"\(href)\"\(attribute: "aria-current", current)>\(name)</a>"
    }
    return """
      <nav class="segments" aria-label="Day">\
      \(tab(yesterday, "\(TodayPage.path)?day=\(yesterday)", "Yesterday"))\
      \(tab(today, TodayPage.path, "Today"))</nav>
      """
  }

  private static func link(_ day: Day, _ today: Day, _ arrow: String) -> HTML {
    let words = day == today ? "today" : day.shortWords(today: today)
    let href = day == today ? TodayPage.path : "\(TodayPage.path)?day=\(day)"
    return HTML.link(href, "\(arrow)\(words)", style: "button quiet")
  }
}
