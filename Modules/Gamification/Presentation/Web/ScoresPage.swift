import Core
import GamificationContract
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The page of the scores of all habits, side by side.
enum ScoresPage {
  static let path = "/scores"

  static let page = Page(path) { request in
    let context = request.context
    let scores = try await context.ask(AllScores())
    let title = context.say(.scoresTitle)
    guard !scores.isEmpty else {
      let archived = try await ArchivedHabits.latest(asking: context.askIfAvailable)
      let empty = HTML.empty(
        context.say(archived == nil ? .scoreEmpty : .todayArchived),
        icon: .chart,
        action: HTML.link(request.homePath, context.say(.scoresBegin), style: "button primary")
      )
      return PageContent(
        title: title,
        body: HTML.wayBack(BadgesPage.path, context.say(.tabBadges)) + HTML.header(title) + empty
      )
    }
    let isWeighed = scores.contains(where: \.streak.isWeighed)
    let titles = try await scores.titles(context)
    return PageContent(
      title: title,
      body: """
        \(HTML.wayBack(BadgesPage.path, context.say(.tabBadges)))\
        \(HTML.header(title, note: context.say(.scoresNote)))\
        \(HTML.card(nil, table(scores, titles, isWeighed: isWeighed, context)))\
        <p class="muted">\(context.say(isWeighed ? .scoreHow : .scoreHowEasy))</p>
        """
    )
  }

  private static func table(
    _ scores: [HabitScore],
    _ titles: DistinctTitles,
    isWeighed: Bool,
    _ context: PageContext
  ) -> HTML {
    let rows = scores.map { score in
      row(score, titles.title(score.streak.title, score.streak.habit), isWeighed: isWeighed)
    }
    let weighed: HTML = isWeighed ? "<th scope=\"col\" class=\"number\">Weighted</th>" : ""
    return """
      <div class="table-wide"><table class="scores"><thead><tr>\
      <th scope="col">\(context.say(.habitColumn))</th>\
      <th scope="col" class="number">Score</th>\
      <th scope="col" class="number">\(context.say(.scoreStreak))</th>\(weighed)\
      <th scope="col" class="number wide">Strength</th></tr></thead>\
      <tbody>\(rows.joined())</tbody></table></div>
      """
  }

  private static func row(_ score: HabitScore, _ title: String, isWeighed: Bool) -> HTML {
    let streak = score.streak
    let times = "\(score.difficulty.rawValue) × \(ShortNumber.tenths(score.multiplier))"
    let weighed: HTML =
      isWeighed
      ? """
      <td class="number">\(ShortNumber.tenths(streak.adjusted)) \
      <span class="small muted wide">\(times)</span></td>
      """ : ""
    return """
      <tr><th scope="row">\(HTML.link(ScorePage.path(of: streak.habit), title))</th>\
      <td class="number"><strong>\(streak.score)</strong></td>\
      <td class="number">\(streak.unit.words(streak.current))</td>\(weighed)\
      <td class="number wide">\(ScoreViews.percent(streak.strength))</td></tr>
      """
  }
}

/// The page that explains a habit's score, day by day.
enum ScorePage {
  static func path(of habit: HabitID) -> String { "\(ScoresPage.path)/\(habit)" }

  static let page = Page("/scores/{id}") { request in
    let context = request.context
    let id: HabitID = try request.id()
    guard try await context.ask(AllScores()).contains(where: { $0.streak.habit == id }) else {
      throw NotFound()
    }
    let explanation = try await context.ask(ExplainScore(habit: id, days: 30))
    let score = explanation.score
    let habit = try await DistinctTitles.label(
      score.streak.title,
      id,
      asking: context.askIfAvailable
    )
    let title = context.say(.scoreTitle, ["title": habit])
    // Without a weight, the sums say everything.
    let how: HTML =
      score.streak.isWeighed ? "<p class=\"small muted\">\(context.say(.scoreHow))</p>" : ""
    let sums = ScoreViews.sums(explanation).map { sum -> HTML in "<p>\(sum)</p>" }
    return PageContent(
      title: title,
      body: """
        \(HTML.wayBack(ScoresPage.path, context.say(.scoresTitle)))\
        \(HTML.header(title, note: "\(score.streak.score) of 100"))\
        \(HTML.card(nil, sums.joined() + how))\
        \(HTML.card(nil, chart(explanation, context)))\
        \(HTML.card(context.say(.scoreDays), days(explanation, context)))
        """
    )
  }

  private static func chart(_ explanation: ScoreExplanation, _ context: PageContext) -> HTML {
    let days = explanation.days
    let last = days.last?.strength ?? explanation.strengthBefore
    let values = [
      "from": ScoreViews.percent(explanation.strengthBefore), "to": ScoreViews.percent(last),
    ]
    return LineChart(
      values: days.map(\.strength),
      labels: days.map { $0.day.shortWords(today: context.today) },
      title: context.say(.strengthTitle),
      summary: context.say(.strengthSummary, values),
      range: 0...1,
      words: { ScoreViews.percent($0) }
    )
    .html
  }

  private static func days(_ explanation: ScoreExplanation, _ context: PageContext) -> HTML {
    let rows = explanation.days.reversed().map { day -> HTML in
      """
      <tr><th scope="row">\(day.day.shortWords(today: context.today))</th>\
      <td data-state="\(day.status.rawValue)">\(words(day.status, context))</td>\
      <td class="number">\(ScoreViews.signed(day.change))</td>\
      <td class="number">\(ScoreViews.percent(day.strength))</td></tr>
      """
    }
    return """
      <table class="scores"><thead><tr><th scope="col">Day</th><th scope="col">Was</th>\
      <th scope="col" class="number">Change</th><th scope="col" class="number">Strength</th></tr>\
      </thead><tbody>\(rows.joined())</tbody></table>
      """
  }

  private static func words(_ status: DisplayStatus, _ context: PageContext) -> String {
    switch status {
    case .done: context.say(.scoreDone)
    case .missed: context.product.theme.glyphs.missedWord
    case .skipped: "skipped"
    case .protected: "protected"
    case .notDue: DayMark.notDue.name
    case .open: context.say(.scoreOpen)
    }
  }
}
