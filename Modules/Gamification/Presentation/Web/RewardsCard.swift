import Core
import GamificationContract
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The card of a habit's score and badges on its own page.
enum RewardsCard {
  static func html(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    let id: HabitID = try request.id()
    let badges = try await context.ask(AllBadges(habit: id))
    // An archived habit keeps its badges but is no longer scored.
    let score = try await context.ask(AllScores()).first { $0.streak.habit == id }
    return HTML.card(
      context.say(.tabBadges),
      """
      \(shelf(badges, context))\(next(badges, context))\
      \(score.map { scoreLine($0, context) })
      """
    )
  }

  private static func shelf(_ report: BadgesReport, _ context: PageContext) -> HTML? {
    guard !report.items.isEmpty else { return nil }
    let items = report.items.map { badge -> HTML in
      let day = badge.day.shortWords(today: context.today)
      let times = badge.times > 1 ? " · \(badge.times) times" : ""
      return """
        <li>\(Medal.html(badge.level, rank: Milestones.rank(of: badge.level)))<p class="badge-name">\(badge.unit.words(badge.level))</p>\
        <p class="small muted">\(day)\(times)</p>\(BadgesPage.later(badge, context))</li>
        """
    }
    return "<ul class=\"shelf narrow\">\(items.joined())</ul>"
  }

  private static func next(_ report: BadgesReport, _ context: PageContext) -> HTML? {
    guard let next = report.next.first else {
      return report.items.isEmpty ? "<p class=\"muted\">\(context.say(.badgesEmpty))</p>" : nil
    }
    let values = [
      "title": next.title, "left": next.words(next.left), "level": next.words(next.level),
    ]
    return "<p>\(context.say(.badgesNext, values))</p>"
  }

  private static func scoreLine(_ score: HabitScore, _ context: PageContext) -> HTML {
    let words = context.say(.scoreLine, ["score": "\(score.streak.score)"])
    let link = HTML.link(ScorePage.path(of: score.streak.habit), context.say(.scoreWhy))
    return "<p>\(words) \(link)</p>"
  }
}
