import CommandKit
import Core
import PageKit
import StreaksContract
import TrackingContract

/// All streaks, what could be saved, and how it goes on the whole.
enum StreaksPage {
  static let path = "/streaks"

  static let page = Page(path, tab: Tab(.tabStreaks, icon: .flame, order: 40)) { visit in
    let session = visit.session
    let title = session.say(.tabStreaks)
    let report = try await session.ask(AllStreaks())
    guard !report.items.isEmpty else {
      let empty = HTML.empty(
        session.say(.streaksEmpty),
        icon: .flame,
        action: HTML.link(visit.homePath, session.say(.streaksBegin), style: "button primary")
      )
      return PageContent(title: title, body: HTML.header(title) + empty)
    }
    let running = report.items.filter { $0.current > 0 }.count
    let note = session.say(.streaksNote, ["running": "\(running)", "all": "\(report.items.count)"])
    let hasHistory = session.answers(requestNamed: "tracking.done-counts")
    let analytics = hasHistory ? HTML.empty : try await visit.cards(in: .analytics)
    return PageContent(
      title: title,
      refreshAt: session.calendar.start(of: session.today.advanced(by: 1)),
      body: """
        \(HTML.header(title, note: note))\
        \(report.offers.isEmpty ? nil : FreezeCard.list(report, visit, later: nil))\
        \(broken(report, visit))\
        \(HTML.card(nil, list(report, session)))\
        \(freezes(report, session))\
        \(analytics)
        """
    )
  }

  // MARK: Each

  private static func list(_ report: StreaksReport, _ session: Session) -> HTML {
    let titles = report.titles
    return HTML.list(report.items.map { row($0, titles.title($0.title, $0.habit), session) })
  }

  private static func row(_ streak: HabitStreak, _ title: String, _ session: Session) -> HTML {
    """
    <div class="streak-row"><p class="streak-title">\
    \(HTML.link(StreakPage.path(of: streak.habit), title))\(risk(streak, session))</p>\
    <p>\(StreakPiece.length(streak))</p>\
    <p class="small muted">\(best(streak, session))</p>\
    <div class="strength"><span class="small muted">Strength</span>\
    \(HTML.bar(share: streak.strength, label: "Strength \(StreakPiece.percent(streak.strength))"))\
    </div></div>
    """
  }

  private static func risk(_ streak: HabitStreak, _ session: Session) -> HTML? {
    streak.atRisk ? " <span class=\"badge\">\(session.say(.streakAtRisk))</span>" : nil
  }

  private static func best(_ streak: HabitStreak, _ session: Session) -> String {
    guard streak.best > 0 else { return session.say(.streakNone) }
    return streak.current >= streak.best
      ? session.say(.streakAtBestShort) : "best \(streak.unit.words(streak.best))"
  }

  // MARK: Words

  private static func broken(_ report: StreaksReport, _ visit: Visit) -> HTML? {
    let broken = report.items.filter(\.isBroken)
    guard let first = broken.max(by: { $0.best < $1.best }) else { return nil }
    let best = first.unit.words(first.best)
    return EndedCard.card(first.habit, first.title, best: best, others: broken.count - 1, visit)
  }

  private static func freezes(_ report: StreaksReport, _ session: Session) -> HTML? {
    guard session.product.policies.allowsFreezes else { return nil }
    let returned = report.returned.map { freeze -> HTML in
      let day = freeze.day.relativeWords(today: session.today)
      let words = session.say(.freezeReturned, ["title": freeze.title, "day": day])
      return "<p>\(words)</p>"
    }
    let figures = HTML.figures([
      Figure(value: "\(report.freezes.available)", label: session.say(.freezeStock)),
      Figure(value: "\(report.freezes.earned)", label: session.say(.freezeEarned)),
      Figure(value: "\(report.freezes.used)", label: session.say(.freezeSpent)),
    ])
    return HTML.card(
      session.say(.freezeTitle),
      "\(figures)<p class=\"small muted\">\(session.say(.freezeHow))</p>\(returned.joined())"
    )
  }
}

/// One streak with everything that is known of it.
enum StreakPage {
  static func path(of habit: HabitID) -> String { "\(StreaksPage.path)/\(habit)" }

  static let page = Page("/streaks/{id}") { visit in
    let session = visit.session
    let id: HabitID = try visit.id()
    let report = try await session.ask(AllStreaks())
    // An archived habit has a page of its own still, but no place among the streaks.
    guard let streak = report.items.first(where: { $0.habit == id }) else { throw NotFound() }
    let habit = session.path(of: id)
    let link =
      habit == path(of: id)
      ? nil : HTML.link(habit, session.say(.streakToHabit), style: "button")
    let note = streak.unit == .day ? nil : session.say(.streakCounts, ["unit": streak.unit.plural])
    return PageContent(
      title: streak.title,
      body: """
        \(HTML.header(streak.title, note: note, link))\
        \(try await HabitCard.standing(visit))\
        \(try await HabitCard.analytics(visit))\
        <p>\(HTML.link(StreaksPage.path, session.say(.streaksBack)))</p>
        """
    )
  }
}

extension StreakUnit {
  fileprivate var plural: String {
    switch self {
    case .day: "days"
    case .week: "weeks"
    case .month: "months"
    case .occurrence: "planned times"
    }
  }
}

/// Pieces that several pages show of a streak.
enum StreakPiece {
  /// The current run behind its flame, with a shield where a freeze is part of it.
  static func length(_ streak: HabitStreak) -> HTML {
    let shield: HTML =
      streak.isProtectedNow ? "\(Icon.shield.html)\(HTML.spoken(", with a protected day"))" : ""
    let style = streak.current > 0 ? "run" : "run muted"
    return """
      <span class="\(style)">\(streak.current > 0 ? Icon.flame.html : nil)\
      \(streak.unit.words(streak.current))\(shield)</span>
      """
  }

  static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))%" }
}
