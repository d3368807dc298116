import CommandKit
import Core
import PageKit
import SobrietyContract
import TrackingContract

/// One day: what it was, and how many drinks there were.
enum SoberDayPage {
  static func content(_ visit: Visit) async throws -> PageContent {
    let session = visit.session
    let place = SoberPlace(visit)
    guard let day = Day(try visit.parameter("day")), day <= session.today else { throw NotFound() }
    let sobriety = try await session.ask(SobrietyOf(substance: place.substance))
    let days = try await session.ask(
      SoberDays(substance: place.substance, from: day, to: day)
    )
    guard let shown = days.first else { throw NotFound() }
    let marks = try await session.ask(MarksOf(substance: place.substance))
    let all = try await session.ask(AllSubstances())
    let about = all.count > 1 ? "\(sobriety.substance.name) · " : ""
    return PageContent(
      title: day.words,
      body: """
        \(HTML.header(day.words, note: about + SoberWords.of(shown, session)))\
        \(HTML.card(nil, form(shown, marks.first { $0.day == day }, of: sobriety.substance, visit)))\
        <nav class="spread" aria-label="\(session.say(.soberDayNearby))">\
        \(link(to: day.advanced(by: -1), .soberDayBefore, place, session))\
        \(HTML.link(place.page, session.say(.soberBack), style: "button"))\
        \(link(to: day.advanced(by: 1), .soberDayAfter, place, session))</nav>
        """
    )
  }

  /// Nothing for a day to come.
  private static func link(
    to day: Day,
    _ words: Phrase,
    _ place: SoberPlace,
    _ session: Session
  ) -> HTML {
    guard day <= session.today else { return "<span></span>" }
    let date = day.shortWords(today: session.today)
    let label = "\(session.say(words)): \(date)"
    return HTML.link(place.day(day), style: "button quiet", label: label, "\(date)")
  }

  private static func form(
    _ day: SoberDay,
    _ mark: SoberMark?,
    of substance: Substance,
    _ visit: Visit
  ) -> HTML {
    let session = visit.session
    let drinks = day.drinks > 0 ? "\(day.drinks)" : ""
    let said = mark.map { mark -> HTML in
      let calendar = session.calendar
      let when = session.say(
        .soberDaySaid,
        [
          "day": calendar.day(at: mark.at).relativeWords(today: session.today),
          "time": mark.at.clockTime(in: calendar.zone),
        ]
      )
      return "<p class=\"small muted\">\(when)</p>"
    }
    return visit.form(
      "sobriety.mark-day",
      fields: SoberPlace(visit).fields + [("day", day.day.description)],
      class: "stack",
      """
      \(HTML.radios(
        legend: session.say(.soberDayWas),
        name: "status",
        options: SoberStatus.allCases.map { ($0.rawValue, session.say(SoberDayPage.label($0))) },
        selected: day.status.rawValue
      ))\
      \(HTML.field(
        label: session.say(FigureWords(substance).drinks),
        name: "drinks",
        value: drinks,
        kind: .number,
        hint: session.say(.soberDrinksHint),
        attributes: [("min", "0"), ("max", "\(MarkDay.mostDrinks)"), ("inputmode", "numeric")]
      ))<p><button class="button primary">\(session.say(.soberDayKeep))</button></p>\(said)
      """
    )
  }

  private static func label(_ status: SoberStatus) -> Phrase {
    switch status {
    case .sober: .soberSober
    case .notSober: .soberNotSober
    case .unmarked: .soberUnmarked
    }
  }
}
