import Core
import GamificationContract
import Pages
import Presentation
import SobrietyContract
import StreaksContract
import TrackingContract

/// The page of the milestones reached, and of the next ones.
enum BadgesPage {
  static let path = "/badges"

  static let page = Page(path, tab: Tab(.tabBadges, icon: .badge, order: 50)) { request in
    let context = request.context
    // A badge states what was done, so the history behind it is verified first.
    try await context.space.verify()
    let report = try await context.ask(AllBadges())
    let titles = try await report.titles(context)
    let substances = try await context.askIfAvailable(AllSubstances()) ?? []
    let title = context.say(.tabBadges)
    let total = report.total.counted("badge")
    let scores = HTML.link(ScoresPage.path, context.say(.scoresTitle), style: "button quiet")
    return PageContent(
      title: title,
      refreshAt: context.calendar.start(of: context.today.advanced(by: 1)),
      body: """
        \(HTML.header(title, note: report.total > 0 ? total : nil, scores))\
        \(report.items.isEmpty ? empty(request) : shelf(report, titles, substances, context))\
        \(next(report, titles, context))
        """
    )
  }

  private static func empty(_ request: PageRequest) -> HTML {
    HTML.empty(
      request.context.say(.badgesEmpty),
      icon: .badge,
      action: HTML.link(
        request.homePath,
        request.context.say(.scoresBegin),
        style: "button primary"
      )
    )
  }

  private static func shelf(
    _ report: BadgesReport,
    _ titles: DistinctTitles,
    _ substances: [Substance],
    _ context: PageContext
  ) -> HTML {
    let badges = report.items.sorted { ($1.level, $1.day) < ($0.level, $0.day) }
    let hard: HTML =
      report.items.contains(where: \.isHard)
      ? "<p class=\"small muted\">★ \(context.say(.badgesHard))</p>" : ""
    return """
      <ul class="shelf">\(each: badges, { badge($0, titles, substances, context) })</ul>\(hard)
      """
  }

  private static func badge(
    _ badge: Badge,
    _ titles: DistinctTitles,
    _ substances: [Substance],
    _ context: PageContext
  ) -> HTML {
    let title = titles.title(badge.title, badge.habit)
    let day = badge.day.shortWords(today: context.today)
    let times = badge.times > 1 ? " · \(badge.times) times" : ""
    let hard: HTML =
      badge.isHard ? " <span aria-hidden=\"true\">★</span>\(HTML.spoken(", a hard habit"))" : ""
    let share = context.sharePath(
      badge.habit,
      badge.level,
      badge.unit,
      among: substances
    ).map { path in
      HTML.link(
        path,
        style: "button quiet small",
        label: "\(context.say(.badgeShare)): \(title), \(badge.unit.words(badge.level))",
        "\(Icon.share.html)<span>\(context.say(.badgeShare))</span>"
      )
    }
    return """
      <li>\(Medal.html(badge.level, rank: Milestones.rank(of: badge.level)))<p class="badge-name">\(badge.unit.words(badge.level))\(hard)</p>\
      <p>\(HTML.link(context.path(of: badge.habit), title))</p>\
      <p class="small muted">\(day)\(times)</p>\(later(badge, context))\(share)</li>
      """
  }

  /// How many days of the run were not marked on the day itself; nil if all were.
  static func later(_ badge: Badge, _ context: PageContext) -> HTML? {
    badge.recorded.words(.badgesLater, context).map { "<p class=\"small muted\">\($0)</p>" }
  }

  // MARK: Next milestones

  private static func next(
    _ report: BadgesReport,
    _ titles: DistinctTitles,
    _ context: PageContext
  ) -> HTML? {
    guard let nearest = report.next.first else { return nil }
    let values = [
      "title": titles.title(nearest.title, nearest.habit), "left": nearest.words(nearest.left),
      "level": nearest.words(nearest.level),
    ]
    let rows = report.next.prefix(10).map { next -> HTML in
      let done = next.level - next.left
      let label = "\(done) of \(next.words(next.level))"
      return """
        <li>\(Medal.html(next.level, rank: Milestones.rank(of: next.level), isLocked: true))\
        <p class="badge-name">\(next.words(next.level))</p>\
        <p>\(HTML.link(context.path(of: next.habit), titles.title(next.title, next.habit)))</p>\
        \(HTML.bar(share: Double(done) / Double(next.level), label: label))\
        <p class="small muted">\(label)</p></li>
        """
    }
    return """
      <h2>\(context.say(.badgesComing))</h2><p>\(context.say(.badgesNext, values))</p>\
      <ul class="shelf">\(rows.joined())</ul>
      """
  }
}
