import CommandKit
import Core
import GamificationContract
import PageKit
import StreaksContract
import TrackingContract

/// What a habit has earned, on its own page.
enum RewardsCard {
  static func html(_ visit: Visit) async throws -> HTML? {
    let session = visit.session
    let id: HabitID = try visit.id()
    let badges = try await session.ask(AllBadges(habit: id))
    // An archived habit keeps its badges, and is no longer scored.
    let score = try await session.ask(AllScores()).first { $0.streak.habit == id }
    return HTML.card(
      session.say(.tabBadges),
      """
      \(shelf(badges, session))\(next(badges, session))\
      \(score.map { scoreLine($0, session) })
      """
    )
  }

  private static func shelf(_ report: BadgesReport, _ session: Session) -> HTML? {
    guard !report.items.isEmpty else { return nil }
    let items = report.items.map { badge -> HTML in
      let day = badge.day.shortWords(today: session.today)
      let times = badge.times > 1 ? " · \(badge.times) times" : ""
      return """
        <li>\(Medal.html(badge.level))<p class="badge-name">\(badge.unit.words(badge.level))</p>\
        <p class="small muted">\(day)\(times)</p></li>
        """
    }
    return "<ul class=\"shelf narrow\">\(items.joined())</ul>"
  }

  private static func next(_ report: BadgesReport, _ session: Session) -> HTML? {
    guard let next = report.next.first else {
      return report.items.isEmpty ? "<p class=\"muted\">\(session.say(.badgesEmpty))</p>" : nil
    }
    let values = [
      "title": next.title, "left": next.unit.words(next.left), "level": next.unit.words(next.level),
    ]
    return "<p>\(session.say(.badgesNext, values))</p>"
  }

  private static func scoreLine(_ score: HabitScore, _ session: Session) -> HTML {
    let words = session.say(.scoreLine, ["score": "\(score.streak.score)"])
    let link = HTML.link(ScorePage.path(of: score.streak.habit), session.say(.scoreWhy))
    return "<p>\(words) \(link)</p>"
  }
}
