import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The card that offers to protect a missed day.
enum FreezeCard {
  /// Returns the offers at the top of Today, or nil if the person has postponed them for the day.
  static func offers(_ request: PageRequest) async throws -> HTML? {
    guard request.context.showsStreaks, request.context.product.policies.allowsFreezes else {
      return nil
    }
    guard !request.putOff.contains(putOff) else { return nil }
    let report = try await request.context.ask(AllStreaks())
    guard !report.offers.isEmpty else { return nil }
    return try await list(report, request, later: request.path(puttingOff: putOff))
  }

  private static let putOff = "freeze"

  /// Shows the first offer, and the others on request, since Today is mainly for doing habits.
  ///
  /// - Parameter later: the path behind “not now”; nil to leave that link out.
  static func list(
    _ report: StreaksReport,
    _ request: PageRequest,
    later: String?
  ) async throws -> HTML {
    let context = request.context
    let saved = try await SavedRuns.load(report.offers, context)
    let titles = try await report.titles(context)
    let pieces = report.offers.compactMap { offer -> HTML? in
      guard let streak = report.items.first(where: { $0.habit == offer.habit }) else { return nil }
      let title = titles.title(streak.title, streak.habit)
      let isFirst = offer.habit == report.offers.first?.habit
      return piece(offer, title, saved.words(offer), later: isFirst ? later : nil, request)
    }
    guard let first = pieces.first else { return .empty }
    let more = context.say(.freezeMore, ["count": "\(pieces.count - 1)"])
    let others =
      pieces.count > 1 ? HTML.disclosure(more, Array(pieces.dropFirst()).joined()) : .empty
    return """
      <section class="card accent offers" aria-label="\(context.say(.freezeTitle))">\
      <span class="offer-sign">\(Icon.shield.html)</span><div class="stack">\(first)\(others)\
      <p class="small muted">\(stock(report.freezes))</p></div></section>
      """
  }

  private static func piece(
    _ offer: FreezeOffer,
    _ title: String,
    _ length: String,
    later: String?,
    _ request: PageRequest
  ) -> HTML {
    let context = request.context
    let day = offer.day.relativeWords(today: context.today)
    let values = ["title": title, "day": day, "length": length]
    let words = context.say(.freezeOffer(closesToday: offer.closesToday), values)
    let use = request.button(
      "streaks.use-freeze",
      fields: [("habit", offer.habit.description)],
      class: "button primary",
      label: "Use a freeze for \(title)",
      "\(context.say(.freezeUse))"
    )
    let rest = later.map { HTML.link($0, context.say(.freezeLater), style: "button quiet") }
    return "<div class=\"offer\"><p>\(words)</p><div class=\"toolbar\">\(use)\(rest)</div></div>"
  }

  static func stock(_ stock: FreezeStock) -> String {
    "\(stock.words) in stock, \(stock.earned) earned, \(stock.used) used."
  }

  /// Uses a freeze when the button is pressed.
  static func use(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let habit = try fields.id("habit", as: HabitID.self)
    let used = try await context.send(UseFreeze(habit: habit))
    let streak = try await context.ask(StreakOf(habit: habit))
    let values = [
      "title": try await context.label(of: streak),
      "day": used.day.relativeWords(today: context.today),
      "available": "\(used.available)",
    ]
    return .done(context.say(.freezeUsed, values))
  }
}

/// The card with encouraging words after a run ended, and an offer of a reminder.
enum EndedCard {
  /// Returns one card for all runs that ended recently; nil if there are none.
  ///
  /// Habits that rest today are left out.
  static func today(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    guard context.showsStreaks else { return nil }
    let ended = try await context.askIfAvailable(EndedStreaks(days: EndedStreaks.metFor)) ?? []
    guard !ended.isEmpty else { return nil }
    let report = try await context.ask(AllStreaks())
    let resting = try await RestingHabits.load(context)
    let met = ended.met(besides: report.offers).filter { !resting.restsToday($0.habit) }
    guard let first = met.first else { return nil }
    let title = try await report.titles(context).title(first.title, first.habit)
    let best = first.unit.words(first.best)
    return card(first.habit, title, best: best, others: met.count - 1, resting, request)
  }

  static func card(
    _ habit: HabitID,
    _ title: String,
    best: String,
    others: Int,
    _ resting: RestingHabits,
    _ request: PageRequest
  ) -> HTML {
    let context = request.context
    let words = context.say(.streakBroken, ["title": title, "best": best])
    let step = context.say(others > 0 ? .streaksBroken : .streakSmallStep)
    let more: HTML = "<p class=\"muted\">\(step)</p>"
    return HTML.card(nil, "<p>\(words)</p>\(more)\(remind(habit, title, resting, request))")
  }

  /// Returns the offer of a reminder for tomorrow, if a module sends reminders and the habit does
  /// not rest then.
  static func remind(
    _ habit: HabitID,
    _ title: String,
    _ resting: RestingHabits,
    _ request: PageRequest
  ) -> HTML? {
    let context = request.context
    guard !resting.restsTomorrow(habit) else { return nil }
    guard context.offersReminders, request.has(action: "reminders.set-reminder") else { return nil }
    let button = request.button(
      "reminders.set-reminder",
      fields: [("habit", habit.description), ("tomorrow", "on"), ("time", "18:00")],
      class: "button",
      label: "Remind me of \(title) tomorrow at 18:00",
      "\(context.say(.remindTomorrow))"
    )
    return """
      <div class="toolbar"><span class="muted">\(context.say(.streakRemind, ["title": title]))</span>\
      \(button)</div>
      """
  }
}
