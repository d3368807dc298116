import CommandKit
import Core
import PageKit
import SobrietyContract

/// The days as one grid without gaps, oldest at the top, with a few weeks to come below today.
///
/// It stands in a window of its own that opens at its lower end, so that today is in the middle
/// of it without a script: as many weeks are below today as fit below the middle.
struct SoberCalendar {
  let days: [SoberDay]
  let sobriety: Sobriety
  let place: SoberPlace

  /// The window shows twice as many weeks, and one.
  static let weeksAhead = 4

  func html(_ visit: Visit) -> HTML {
    let session = visit.session
    let further = place.further.map { href -> HTML in
      """
      <p class="more"><a class="button quiet" data-more href="\(href)">\
      \(session.say(.soberFurther))</a></p>
      """
    }
    let grid = self.grid(session)
    let table =
      place.tap == .mark
      ? visit.form(
        "sobriety.mark-day",
        fields: place.fields,
        label: session.say(.soberCalendarTitle),
        grid
      ) : grid
    return """
      <section class="card sober-calendar" aria-label="\(session.say(.soberCalendarTitle))">\
      \(float(session))\(modes(session))\
      <div class="sober-window"><div class="sober-scroll" id="sober-scroll" data-scroll tabindex="-1">\
      \(table)\(further)</div>\
      <a class="button sober-today" href="#sober-today" data-anchor-link>\
      \(session.say(.soberTodayLink))</a></div>\
      \(legend(session))</section>
      """
  }

  /// The run that goes on and the longest, which stay in sight above the days.
  private func float(_ session: Session) -> HTML {
    """
    <div class="sober-float">\
    <p><b>\(Days.words(sobriety.current))</b> <span>\(session.say(.soberCurrent))</span></p>\
    <p><b>\(Days.words(sobriety.longest))</b> <span>\(session.say(.soberLongest))</span></p></div>
    """
  }

  private func modes(_ session: Session) -> HTML {
    let modes: [(SoberPlace.Tap, Phrase)] = [(.mark, .soberTapMarks), (.open, .soberTapOpens)]
    let links = modes.map { tap, phrase -> HTML in
      let current = tap == place.tap ? "true" : nil
      let href = place.tapping(tap)
      return "<a href=\"\(href)\"\(attribute: "aria-current", current)>\(session.say(phrase))</a>"
    }
    return """
      <nav class="sober-modes small" aria-label="\(session.say(.soberTapTitle))">\
      <span class="muted" aria-hidden="true">\(session.say(.soberTapTitle))</span>\
      \(links.joined())</nav>
      """
  }

  // MARK: Days

  private func grid(_ session: Session) -> HTML {
    let end = session.calendar.startOfWeek(session.today)
      .advanced(by: 7 * (SoberCalendar.weeksAhead + 1))
    let ahead = stride(from: session.today.number + 1, to: end.number, by: 1).map {
      CalendarDay.ahead(Day(number: $0))
    }
    let title = session.say(.soberCalendarTitle)
    return DayCalendar(
      days: days.map { entry($0, session) } + ahead,
      weekStart: session.calendar.weekStart,
      title: place.tap == .mark ? "\(title). \(session.say(.soberTapHelp))" : title
    ).html
  }

  private func entry(_ day: SoberDay, _ session: Session) -> CalendarDay {
    let isToday = day.day == session.today
    let next = "\(day.day) \(SoberCalendar.next(day.status).rawValue)"
    return CalendarDay(
      day.day,
      SoberCalendar.style(day.status),
      words: SoberWords.of(day, session),
      isToday: isToday,
      shade: day.shade,
      hasNote: day.drinks > 0,
      control: place.tap == .mark
        ? .button(name: "mark", value: next) : .link(place.day(day.day)),
      id: isToday ? "sober-today" : nil
    )
  }

  private static func style(_ status: SoberStatus) -> CalendarDay.Style {
    switch status {
    case .sober: .shaded
    case .notSober: .missed
    case .unmarked: .open
    }
  }

  /// What a tap makes of a day: sober, corrected to not sober, and back to nothing.
  static func next(_ status: SoberStatus) -> SoberStatus {
    switch status {
    case .unmarked: .sober
    case .sober: .notSober
    case .notSober: .unmarked
    }
  }

  private func legend(_ session: Session) -> HTML {
    let shades = (1...SoberDay.darkestShade).map { shade -> HTML in
      "<i data-shade=\"\(shade)\"></i>"
    }
    return """
      <p class="legend small muted sober-legend"><span>\(session.say(.soberLegendFirst)) \
      \(shades.joined()) \(session.say(.soberLegendTenth))</span>\
      <span><i data-state="missed"></i> \(session.say(.soberNotSober))</span>\
      <span><i data-state="open"></i> \(session.say(.soberUnmarked))</span></p>
      """
  }
}

/// What a day was, in words.
enum SoberWords {
  static func of(_ day: SoberDay, _ session: Session) -> String {
    switch day.status {
    case .unmarked: return session.say(.soberUnmarked)
    case .notSober:
      let words = session.say(.soberNotSober)
      return day.drinks > 0 ? "\(words), \(MarkViews.drinks(day.drinks))" : words
    case .sober:
      let isLater = day.shade >= SoberDay.darkestShade
      let phrase: Phrase = isLater ? .soberDayLater : .soberDayNumber
      return session.say(phrase, ["number": "\(day.shade)"])
    }
  }
}
