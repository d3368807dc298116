import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The cards about streak and progress on the page of a habit.
enum HabitCard {
  static func status(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    let streak = try await context.ask(StreakOf(habit: try request.id()))
    guard context.showsStreaks else { return rooted(streak, context) }
    let report = try await context.ask(AllStreaks()).only(streak.habit, streak)
    let stats = try await context.ask(StatsOf(habit: streak.habit)).items.first
    let offer = report.offers.isEmpty ? nil : try await FreezeCard.list(report, request, later: nil)
    return HTML.card(
      context.say(.streakTitle),
      """
      \(HTML.figures(figures(streak, stats, context)))\
      \(offer == nil ? try await word(streak, request) : nil)\
      \(protected(streak, context))\
      \(offer)
      """
    )
  }

  /// Returns how deep the habit has rooted, for products that hide the numbers.
  private static func rooted(_ streak: HabitStreak, _ context: PageContext) -> HTML {
    HTML.card(
      context.say(.rootsTitle),
      """
      <p class="muted">\(context.say(RootWords.of(streak.strength)))</p>\
      \(HTML.bar(share: streak.strength, label: context.say(RootWords.of(streak.strength))))
      """
    )
  }

  private static func figures(
    _ streak: HabitStreak,
    _ stats: HabitStats?,
    _ context: PageContext
  ) -> [Figure] {
    let unit = streak.unit
    let since = streak.currentFrom.map { "since \($0.shortWords(today: context.today))" }
    var figures = [
      Figure(value: unit.words(streak.current), label: context.say(.streakNow), note: since),
      Figure(value: unit.words(streak.best), label: context.say(.streakLongest)),
    ]
    if let stats, stats.runs > 0 {
      let mean = ShortNumber.tenths(stats.averageStreak)
      let runs = stats.runs.counted("run")
      figures.append(Figure(value: mean, label: context.say(.streakMean), note: "of \(runs)"))
    }
    return figures
  }

  private static func word(_ streak: HabitStreak, _ request: PageRequest) async throws -> HTML? {
    let context = request.context
    if streak.isBroken {
      let resting = try await RestingHabits.load(context)
      guard !resting.restsToday(streak.habit) else { return nil }
      let title = try await context.label(of: streak)
      let values = ["title": title, "best": streak.unit.words(streak.best)]
      return """
        <p>\(context.say(.streakBroken, values)) \(context.say(.streakSmallStep))</p>\
        \(EndedCard.remind(streak.habit, title, resting, request))
        """
    }
    guard let words = StreaksViews.word(streak, context) else { return nil }
    let risk = streak.atRisk ? " \(context.say(.streakAtRiskLong))" : ""
    return "<p>\(words)\(risk)</p>"
  }

  private static func protected(_ streak: HabitStreak, _ context: PageContext) -> HTML? {
    let kept = StreaksViews.keptDays(streak, context)
    guard !kept.isEmpty else { return nil }
    let lines: [HTML] = kept.map { words, days in
      """
      <p class="small protected-days">\(Icon.shield.html)<span>\(words) \(days)</span></p>
      """
    }
    return lines.joined()
  }

  // MARK: Progress

  static func analytics(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    guard context.showsStreaks else { return nil }
    let id: HabitID = try request.id()
    // Without a done day there is nothing to show.
    guard let stats = try await context.ask(StatsOf(habit: id)).items.first, stats.totalDays > 0
    else { return nil }
    return HTML.card(
      context.say(.analyticsTitle),
      """
      \(RatesList(stats.rates, context).html)\
      <div class="grid charts">\(TrendChart.html(stats.trend30, context))\
      \(WeekdayShares([stats]).chart(context))</div>
      """
    )
  }
}

/// Describes how deep a habit has rooted, in words instead of numbers.
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
