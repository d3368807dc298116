import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The page of all streaks, with offers of freezes and overall analytics.
enum StreaksPage {
  static let path = "/streaks"

  static let page = Page(path, tab: Tab(.tabStreaks, icon: .flame, order: 40)) { request in
    let context = request.context
    let title = context.say(.tabStreaks)
    let report = try await context.ask(AllStreaks())
    guard !report.items.isEmpty else {
      let archived = try await NoStreaks.archived(context)
      // Whoever has archived all habits has begun long ago.
      let way: Phrase = archived == nil ? .streaksBegin : .streaksToday
      let empty = HTML.empty(
        context.say(NoStreaks.words(archived)),
        icon: .flame,
        action: HTML.link(request.homePath, context.say(way), style: "button primary")
      )
      return PageContent(title: title, body: HTML.header(title) + empty)
    }
    let titles = try await report.titles(context)
    let faces = try await HabitFaces(asking: context.askIfAvailable)
    let running = report.items.count { $0.current > 0 }
    let counts = ["running": "\(running)", "all": "\(report.items.count)"]
    // A single streak needs no counts.
    let note = report.items.count > 1 ? context.say(.streaksNote, counts) : nil
    let hasHistory = context.answers(requestNamed: "tracking.done-counts")
    let analytics = hasHistory ? HTML.empty : try await request.cards(in: .analytics)
    let offers =
      report.offers.isEmpty ? nil : try await FreezeCard.list(report, request, later: nil)
    let resting = try await RestingHabits.load(report, context)
    return PageContent(
      title: title,
      refreshAt: context.calendar.start(of: context.today.advanced(by: 1)),
      body: """
        \(HTML.header(title, note: note))\
        \(try await Blaze.html(report, request))\
        \(offers)\
        \(broken(report, titles, resting, request))\
        \(list(report, titles, faces, context))\
        \(freezes(report, titles, context))\
        \(analytics)
        """
    )
  }

  // MARK: Items

  private static func list(
    _ report: StreaksReport,
    _ titles: DistinctTitles,
    _ faces: HabitFaces,
    _ context: PageContext
  ) -> HTML {
    let rows = report.items.map { streak in
      let face = faces.color(of: streak.habit).map { color in
        HTML.face(faces.icon(of: streak.habit)?.description, RGB(hex: color.rgb))
      }
      return row(streak, titles.title(streak.title, streak.habit), face, context)
    }
    return "<ul class=\"flames\">\(rows.joined())</ul>"
  }

  private static func row(
    _ streak: HabitStreak,
    _ title: String,
    _ face: HTML?,
    _ context: PageContext
  ) -> HTML {
    """
    <li class="card"><p class="streak-title">\
    \(HTML.titled(face, HTML.link(StreakPage.path(of: streak.habit), title)))\
    \(risk(streak, context))</p>\
    <p>\(StreakComponents.length(streak))</p>\
    <p class="small muted">\(best(streak, context))</p>\
    <div class="strength"><span class="small muted">Strength</span>\
    \(HTML.bar(share: streak.strength, label: "Strength \(StreakComponents.percent(streak.strength))"))\
    </div></li>
    """
  }

  private static func risk(_ streak: HabitStreak, _ context: PageContext) -> HTML? {
    streak.atRisk ? " <span class=\"badge\">\(context.say(.streakAtRisk))</span>" : nil
  }

  private static func best(_ streak: HabitStreak, _ context: PageContext) -> String {
    guard streak.best > 0 else { return context.say(.streakNone) }
    return streak.current >= streak.best
      ? context.say(.streakAtBestShort) : "best \(streak.unit.words(streak.best))"
  }

  // MARK: Text

  private static func broken(
    _ report: StreaksReport,
    _ titles: DistinctTitles,
    _ resting: RestingHabits,
    _ request: PageRequest
  ) -> HTML? {
    let broken = report.beyondSaving(resting)
    guard let first = broken.first else { return nil }
    let title = titles.title(first.title, first.habit)
    let best = first.unit.words(first.best)
    let others = broken.count - 1
    return EndedCard.card(first.habit, title, best: best, others: others, resting, request)
  }

  private static func freezes(
    _ report: StreaksReport,
    _ titles: DistinctTitles,
    _ context: PageContext
  ) -> HTML? {
    guard context.product.policies.allowsFreezes else { return nil }
    let returned = report.returned.map { freeze -> HTML in
      let day = freeze.day.nounWords(today: context.today)
      let title = titles.title(freeze.title, freeze.habit)
      let words = context.say(.freezeReturned, ["title": title, "day": day])
      return "<p>\(words)</p>"
    }
    let figures = HTML.figures([
      Figure(value: "\(report.freezes.available)", label: context.say(.freezeStock)),
      Figure(value: "\(report.freezes.earned)", label: context.say(.freezeEarned)),
      Figure(value: "\(report.freezes.used)", label: context.say(.freezeSpent)),
    ])
    return HTML.card(
      context.say(.freezeTitle),
      "\(figures)<p class=\"small muted\">\(context.say(.freezeHow))</p>\(returned.joined())"
    )
  }
}

/// The page of one streak, with its analytics.
enum StreakPage {
  static func path(of habit: HabitID) -> String { "\(StreaksPage.path)/\(habit)" }

  static let page = Page("/streaks/{id}") { request in
    let context = request.context
    let id: HabitID = try request.id()
    let report = try await context.ask(AllStreaks())
    // An archived habit still has its own page, but is not listed among the streaks.
    guard let streak = report.items.first(where: { $0.habit == id }) else { throw NotFound() }
    let habit = context.path(of: id)
    let link =
      habit == path(of: id)
      ? nil : HTML.link(habit, context.say(.streakToHabit), style: "button")
    let note = streak.unit == .day ? nil : context.say(.streakCounts, ["unit": streak.unit.plural])
    return PageContent(
      title: streak.title,
      body: """
        \(HTML.wayBack(StreaksPage.path, context.say(.tabStreaks)))\
        \(HTML.header(streak.title, note: note, link))\
        \(try await HabitCard.status(request))\
        \(try await HabitCard.analytics(request))
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

/// Components of a streak that several pages use.
enum StreakComponents {
  /// Returns the current run after a flame, with a shield if a freeze is part of it.
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
