import CommandKit
import Core
import GamificationContract
import PageKit
import StreaksContract
import TrackingContract

/// The shelf of milestones that were reached, and those that come next.
enum BadgesPage {
  static let path = "/badges"

  static let page = Page(path, tab: Tab(.tabBadges, icon: .badge, order: 50)) { visit in
    let session = visit.session
    let report = try await session.ask(AllBadges())
    let title = session.say(.tabBadges)
    let total = report.total == 1 ? "1 badge" : "\(report.total) badges"
    let scores = HTML.link(ScoresPage.path, session.say(.scoresTitle), style: "button quiet")
    return PageContent(
      title: title,
      refreshAt: session.calendar.start(of: session.today.advanced(by: 1)),
      body: """
        \(HTML.header(title, note: report.total > 0 ? total : nil, scores))\
        \(report.items.isEmpty ? empty(visit) : shelf(report, session))\
        \(next(report, session))
        """
    )
  }

  private static func empty(_ visit: Visit) -> HTML {
    HTML.empty(
      visit.session.say(.badgesEmpty),
      icon: .badge,
      action: HTML.link(visit.homePath, visit.session.say(.scoresBegin), style: "button primary")
    )
  }

  private static func shelf(_ report: BadgesReport, _ session: Session) -> HTML {
    let habits = Dictionary(report.items.map { ($0.habit, $0.title) }) { $1 }
    let titles = DistinctTitles(Array(habits.values))
    let badges = report.items.sorted { ($1.level, $1.day) < ($0.level, $0.day) }
    let hard: HTML =
      report.items.contains(where: \.isHard)
      ? "<p class=\"small muted\">★ \(session.say(.badgesHard))</p>" : ""
    return """
      <ul class="shelf">\(each: badges, { badge($0, titles, session) })</ul>\(hard)
      """
  }

  private static func badge(
    _ badge: Badge,
    _ titles: DistinctTitles,
    _ session: Session
  ) -> HTML {
    let day = badge.day.shortWords(today: session.today)
    let times = badge.times > 1 ? " · \(badge.times) times" : ""
    let hard: HTML =
      badge.isHard ? " <span aria-hidden=\"true\">★</span>\(HTML.spoken(", a hard habit"))" : ""
    let share = session.sharePath(badge.habit, badge.level).map { path in
      HTML.link(
        path,
        style: "button quiet small",
        label: "\(session.say(.badgeShare)): \(badge.title), \(badge.unit.words(badge.level))",
        "\(Icon.share.html)<span>\(session.say(.badgeShare))</span>"
      )
    }
    return """
      <li>\(Medal.html(badge.level))<p class="badge-name">\(badge.unit.words(badge.level))\(hard)</p>\
      <p>\(HTML.link(session.path(of: badge.habit), titles.title(badge.title, badge.habit)))</p>\
      <p class="small muted">\(day)\(times)</p>\(share)</li>
      """
  }

  // MARK: What comes next

  private static func next(_ report: BadgesReport, _ session: Session) -> HTML? {
    guard let nearest = report.next.first else { return nil }
    let values = [
      "title": nearest.title, "left": nearest.unit.words(nearest.left),
      "level": nearest.unit.words(nearest.level),
    ]
    let rows = report.next.prefix(10).map { next -> HTML in
      let done = next.level - next.left
      let label = "\(done) of \(next.unit.words(next.level))"
      return """
        <div class="next"><p>\(HTML.link(session.path(of: next.habit), next.title))</p>\
        \(HTML.bar(share: Double(done) / Double(next.level), label: label))\
        <p class="small muted">\(label)</p></div>
        """
    }
    return HTML.card(
      session.say(.badgesComing),
      "<p>\(session.say(.badgesNext, values))</p>\(HTML.list(Array(rows)))"
    )
  }
}
