import Core
import Pages
import Presentation
import SobrietyContract
import TrackingContract

/// The page of one day: its status, the number of drinks, and what was said about it.
enum SoberDayPage {
  static func content(_ request: PageRequest) async throws -> PageContent {
    let context = request.context
    let place = SoberRoute(request)
    guard let day = Day(try request.parameter("day")), day <= context.today else {
      throw NotFound()
    }
    let sobriety = try await context.ask(SobrietyOf(substance: place.substance))
    let days = try await context.ask(
      SoberDays(substance: place.substance, from: day, to: day)
    )
    guard let shown = days.first else { throw NotFound() }
    let marks = try await context.ask(MarksOf(substance: place.substance))
    let all = try await context.ask(AllSubstances())
    let causes = try await context.ask(CausesOfSlips(substance: place.substance))
    let diary = DiaryCards(
      day: try await DiaryCards.day(day, of: place, context),
      substance: sobriety.substance,
      request: request
    )
    let about = all.count > 1 ? "\(sobriety.substance.name) · " : ""
    return PageContent(
      title: day.words,
      body: """
        \(HTML.wayBack(place.page, context.say(.soberBack)))\
        \(HTML.header(day.words, note: about + SoberWords.of(shown, sobriety.substance, context)))\
        \(HTML.card(nil, form(shown, marks.first { $0.day == day }, of: sobriety.substance, request)))\
        \(diary.page(shown.status))\
        \(shown.status == .notSober ? CausesCard.html(causes, context) : nil)\
        <nav class="spread" aria-label="\(context.say(.soberDayNearby))">\
        \(link(to: day.advanced(by: -1), .soberDayBefore, place, context))\
        \(link(to: day.advanced(by: 1), .soberDayAfter, place, context))</nav>
        """
    )
  }

  /// Returns a link to a day; an empty element for future days.
  private static func link(
    to day: Day,
    _ words: Phrase,
    _ place: SoberRoute,
    _ context: PageContext
  ) -> HTML {
    guard day <= context.today else { return "<span></span>" }
    let date = day.shortWords(today: context.today)
    let label = "\(context.say(words)): \(date)"
    return HTML.link(place.day(day), style: "button quiet", label: label, "\(date)")
  }

  private static func form(
    _ day: SoberDay,
    _ mark: SoberMark?,
    of substance: Substance,
    _ request: PageRequest
  ) -> HTML {
    let context = request.context
    let drinks = day.drinks > 0 ? "\(day.drinks)" : ""
    let said = mark.map { mark -> HTML in
      let calendar = context.calendar
      let when = context.say(
        .soberDaySaid,
        [
          "day": calendar.day(at: mark.at).relativeWords(today: context.today),
          "time": mark.at.clockTime(in: calendar.zone),
        ]
      )
      return "<p class=\"small muted\">\(when)</p>"
    }
    return request.form(
      "sobriety.mark-day",
      fields: SoberRoute(request).fields + [("day", day.day.description)],
      class: "stack",
      """
      \(HTML.radios(
        legend: context.say(.soberDayWas),
        name: "status",
        options: SoberStatus.allCases.map { ($0.rawValue, context.say(SoberWords.phrase($0))) },
        selected: day.status.rawValue
      ))\
      \(HTML.field(
        label: FigureWords(substance, context).drinks,
        name: "drinks",
        value: drinks,
        kind: .number,
        hint: context.say(.soberDrinksHint),
        attributes: [("min", "0"), ("max", "\(MarkDay.mostDrinks)"), ("inputmode", "numeric")]
      ))<p><button class="button primary">\(context.say(.soberDayKeep))</button></p>\(said)
      """
    )
  }
}
