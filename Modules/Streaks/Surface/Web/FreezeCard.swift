import CommandKit
import Core
import PageKit
import StreaksContract
import TrackingContract

/// The offer to protect a missed day, and what became of earlier ones.
enum FreezeCard {
  /// On top of today: gone for this look when it is put off.
  static func offers(_ visit: Visit) async throws -> HTML? {
    guard visit.session.showsStreaks, visit.session.product.policies.allowsFreezes else {
      return nil
    }
    guard visit.query["freeze"] != "later" else { return nil }
    let report = try await visit.session.ask(AllStreaks())
    guard !report.offers.isEmpty else { return nil }
    return list(report, visit, later: laterPath(visit))
  }

  /// - Parameter later: where “not now” leads; nil where nothing is in the way.
  static func list(_ report: StreaksReport, _ visit: Visit, later: String?) -> HTML {
    let session = visit.session
    let titles = report.titles
    let pieces = report.offers.compactMap { offer -> HTML? in
      guard let streak = report.items.first(where: { $0.habit == offer.habit }) else { return nil }
      let title = titles.title(streak.title, streak.habit)
      let day = offer.day.relativeWords(today: session.today)
      let words = session.say(.freezeOffer, ["title": title, "day": day])
      let use = visit.button(
        "streaks.use-freeze",
        fields: [("habit", offer.habit.description)],
        class: "button primary",
        label: "Use a freeze for \(title)",
        "\(session.say(.freezeUse))"
      )
      let rest = later.map { HTML.link($0, session.say(.freezeLater), style: "button quiet") }
      return "<div class=\"offer\"><p>\(words)</p><div class=\"toolbar\">\(use)\(rest)</div></div>"
    }
    return """
      <section class="card accent offers" aria-label="\(session.say(.freezeTitle))">\
      <span class="offer-sign">\(Icon.shield.html)</span><div class="stack">\(pieces.joined())\
      <p class="small muted">\(stock(report.freezes))</p></div></section>
      """
  }

  static func stock(_ stock: FreezeStock) -> String {
    let count = stock.available == 1 ? "1 freeze" : "\(stock.available) freezes"
    return "\(count) in stock, \(stock.earned) earned, \(stock.used) used."
  }

  private static func laterPath(_ visit: Visit) -> String {
    let path = visit.path.prefix { $0 != "?" }
    return "\(path)?freeze=later"
  }

  /// The action behind the button.
  static func use(_ fields: FormFields, _ session: Session) async throws -> Landing {
    let habit = try fields.id("habit", as: HabitID.self)
    let used = try await session.send(UseFreeze(habit: habit))
    let streak = try await session.ask(StreakOf(habit: habit))
    let values = [
      "title": streak.title, "day": used.day.relativeWords(today: session.today),
      "available": "\(used.available)",
    ]
    return .done(session.say(.freezeUsed, values))
  }
}

/// Kind words on the day after a run ended, and a hand for the next one.
enum EndedCard {
  static func today(_ visit: Visit) async throws -> HTML? {
    let session = visit.session
    guard session.showsStreaks, session.answers(requestNamed: EndedStreaks.name) else { return nil }
    let ended = try await session.ask(EndedStreaks())
    guard let first = ended.max(by: { $0.length < $1.length }) else { return nil }
    // A freeze can still save these: that is offered instead.
    if session.product.policies.allowsFreezes,
      try await session.ask(AllStreaks()).offers.contains(where: { $0.habit == first.habit })
    {
      return nil
    }
    let best = first.unit.words(first.best)
    return card(first.habit, first.title, best: best, others: ended.count - 1, visit)
  }

  static func card(
    _ habit: HabitID,
    _ title: String,
    best: String,
    others: Int,
    _ visit: Visit
  ) -> HTML {
    let session = visit.session
    let words = session.say(.streakBroken, ["title": title, "best": best])
    let more: HTML = others > 0 ? "<p class=\"muted\">\(session.say(.streaksBroken))</p>" : ""
    return HTML.card(nil, "<p>\(words)</p>\(more)\(remind(habit, title, visit))")
  }

  /// The offer to be reminded tomorrow, where some module here reminds.
  static func remind(_ habit: HabitID, _ title: String, _ visit: Visit) -> HTML? {
    let session = visit.session
    guard session.offersReminders, visit.has(action: "reminders.set-reminder") else { return nil }
    let button = visit.button(
      "reminders.set-reminder",
      fields: [("habit", habit.description), ("tomorrow", "on"), ("time", "18:00")],
      class: "button",
      label: "Remind me of \(title) tomorrow at 18:00",
      "\(session.say(.remindTomorrow))"
    )
    return """
      <div class="toolbar"><span class="muted">\(session.say(.streakRemind, ["title": title]))</span>\
      \(button)</div>
      """
  }
}
