import CommandKit
import Core
import PageKit
import StreaksContract
import TrackingContract

/// What the page of a habit says of its streak and of how it goes.
enum HabitCard {
  static func standing(_ visit: Visit) async throws -> HTML? {
    let session = visit.session
    let streak = try await session.ask(StreakOf(habit: try visit.id()))
    guard session.showsStreaks else { return rooted(streak, session) }
    let report = try await session.ask(AllStreaks()).only(streak.habit, streak)
    let stats = try await session.ask(StatsOf(habit: streak.habit)).items.first
    return HTML.card(
      session.say(.streakTitle),
      """
      \(HTML.figures(figures(streak, stats, session)))\
      \(word(streak, visit))\
      \(protected(streak, session))\
      \(report.offers.isEmpty ? nil : FreezeCard.list(report, visit, later: nil))
      """
    )
  }

  /// Where a product keeps its numbers to itself: how deep the habit has rooted.
  private static func rooted(_ streak: HabitStreak, _ session: Session) -> HTML {
    HTML.card(
      session.say(.rootsTitle),
      """
      <p class="muted">\(session.say(RootWords.of(streak.strength)))</p>\
      \(HTML.bar(share: streak.strength, label: session.say(RootWords.of(streak.strength))))
      """
    )
  }

  private static func figures(
    _ streak: HabitStreak,
    _ stats: HabitStats?,
    _ session: Session
  ) -> [Figure] {
    let unit = streak.unit
    let since = streak.currentFrom.map { "since \($0.shortWords(today: session.today))" }
    var figures = [
      Figure(value: unit.words(streak.current), label: session.say(.streakNow), note: since),
      Figure(value: unit.words(streak.best), label: session.say(.streakLongest)),
    ]
    if let stats, stats.runs > 0 {
      let mean = NumberWords.short(stats.averageStreak)
      let runs = stats.runs == 1 ? "1 run" : "\(stats.runs) runs"
      figures.append(Figure(value: mean, label: session.say(.streakMean), note: "of \(runs)"))
    }
    return figures
  }

  private static func word(_ streak: HabitStreak, _ visit: Visit) -> HTML? {
    let session = visit.session
    if streak.isBroken {
      let values = ["title": streak.title, "best": streak.unit.words(streak.best)]
      return """
        <p>\(session.say(.streakBroken, values))</p>\
        \(EndedCard.remind(streak.habit, streak.title, visit))
        """
    }
    guard let words = StreaksViews.word(streak, session) else { return nil }
    let risk = streak.atRisk ? " \(session.say(.streakAtRiskLong))" : ""
    return "<p>\(words)\(risk)</p>"
  }

  private static func protected(_ streak: HabitStreak, _ session: Session) -> HTML? {
    guard !streak.protectedDays.isEmpty else { return nil }
    let days = streak.protectedDays.suffix(10).map { $0.shortWords(today: session.today) }
    return """
      <p class="small protected-days">\(Icon.shield.html)<span>\(session.say(.streakProtected)) \
      \(days.joined(separator: ", "))</span></p>
      """
  }

  // MARK: How it goes

  static func analytics(_ visit: Visit) async throws -> HTML? {
    let session = visit.session
    guard session.showsStreaks else { return nil }
    let id: HabitID = try visit.id()
    guard let stats = try await session.ask(StatsOf(habit: id)).items.first else { return nil }
    let weekdays = try await WeekdayShares.load([id], session)
    return HTML.card(
      session.say(.analyticsTitle),
      """
      \(Rates(stats.rates, session).html)\
      <div class="grid charts">\(TrendChart.html(stats.trend30, session))\
      \(weekdays.chart(session))</div>
      """
    )
  }
}

/// How deep a habit has rooted, in words instead of numbers.
enum RootWords {
  static func of(_ strength: Double) -> Phrase {
    switch strength {
    case ..<0.1: .rootsSeed
    case ..<0.35: .rootsSprout
    case ..<0.7: .rootsGrowing
    default: .rootsDeep
    }
  }
}
