import Core
import Pages
import Presentation
import SobrietyContract

/// The days as one continuous grid, oldest first, with a few future weeks below today.
///
/// The grid scrolls in its own container, which starts at the bottom. Today is in the middle
/// without a script, since as many weeks follow today as fit into the lower half.
struct SoberCalendar {
  let days: [SoberDay]
  let sobriety: Sobriety
  let place: SoberRoute

  /// The number of future weeks; the container shows twice as many weeks, plus one.
  static let weeksAhead = 4

  func html(_ request: PageRequest) -> HTML {
    let context = request.context
    let further = place.further.map { href -> HTML in
      """
      <p class="more"><a class="button quiet" data-more href="\(href)">\
      \(context.say(.soberFurther))</a></p>
      """
    }
    let grid = self.grid(context)
    let table =
      place.tap == .mark
      ? request.form(
        "sobriety.mark-day",
        fields: place.fields,
        label: context.say(.soberCalendarTitle),
        grid
      ) : grid
    return """
      <section class="card sober-calendar" aria-label="\(context.say(.soberCalendarTitle))">\
      \(float(context))\(modes(context))\
      <div class="sober-window"><div class="sober-scroll" id="sober-scroll" data-scroll \
      tabindex="-1"\(attribute: "data-cycle", cycle(context))\(asking(context))>\
      \(table)\(further)</div>\
      <a class="button sober-today" href="#sober-today" data-anchor-link>\
      \(context.say(.soberTodayLink))</a></div>\
      \(legend(context))</section>
      """
  }

  /// Returns the states in the order of the taps; nil where taps mark nothing.
  ///
  /// With them a script shows a tap that waits to be sent. Each line has the status, the style of
  /// the day, and the words.
  private func cycle(_ context: PageContext) -> String? {
    guard place.tap == .mark else { return nil }
    let second = SoberCalendar.next(.sober)
    let states: [SoberStatus] = [.sober, second, SoberCalendar.next(second)]
    let lines = states.map { status -> String in
      let style = SoberCalendar.style(status).rawValue
      return "\(status.rawValue) \(style) \(context.say(SoberWords.phrase(status)))"
    }
    return lines.joined(separator: "\n")
  }

  /// The data for the question that a script asks before a tap ends the present run.
  ///
  /// It is the first day of the run with the state that ends it, the question, and the two answers,
  /// each in a line.
  ///
  /// Nothing is asked about a run of one day: a second tap corrects what has just been marked.
  private func asking(_ context: PageContext) -> HTML? {
    guard place.tap == .mark, sobriety.current > 1 else { return nil }
    let last = sobriety.status == .sober ? sobriety.day : sobriety.day.advanced(by: -1)
    let first = last.advanced(by: 1 - sobriety.current)
    let days = sobriety.current.counted("day")
    let words = [
      "\(first) \(SoberStatus.notSober.rawValue)", context.say(.soberTapAsk, ["days": days]),
      context.say(.soberTapAskNo), context.say(.soberTapAskYes),
    ]
    return "\(attribute: "data-ask", words.joined(separator: "\n"))"
  }

  /// Returns the current and the longest run, which stay visible above the days.
  private func float(_ context: PageContext) -> HTML {
    """
    <div class="sober-float">\
    <p><b>\(sobriety.current.counted("day"))</b> <span>\(context.say(.soberCurrent))</span></p>\
    <p><b>\(sobriety.longest.counted("day"))</b> <span>\(context.say(.soberLongest))</span></p></div>
    """
  }

  private func modes(_ context: PageContext) -> HTML {
    let modes: [(SoberRoute.Tap, Phrase)] = [(.mark, .soberTapMarks), (.open, .soberTapOpens)]
    let links = modes.map { tap, phrase -> HTML in
      let current = tap == place.tap ? "true" : nil
      let href = place.tapping(tap)
      return "<a href=\"\(href)\"\(attribute: "aria-current", current)>\(context.say(phrase))</a>"
    }
    return """
      <nav class="sober-modes small" aria-label="\(context.say(.soberTapTitle))">\
      <span class="muted" aria-hidden="true">\(context.say(.soberTapTitle))</span>\
      \(links.joined())</nav>
      """
  }

  // MARK: Days

  private func grid(_ context: PageContext) -> HTML {
    let end = context.calendar.startOfWeek(context.today)
      .advanced(by: 7 * (SoberCalendar.weeksAhead + 1))
    let ahead = stride(from: context.today.number + 1, to: end.number, by: 1).map {
      CalendarDay.ahead(Day(number: $0))
    }
    let title = context.say(.soberCalendarTitle)
    return DayCalendar(
      days: days.map { entry($0, context) } + ahead,
      weekStart: context.calendar.weekStart,
      title: place.tap == .mark ? "\(title). \(context.say(.soberTapHelp))" : title
    ).html
  }

  private func entry(_ day: SoberDay, _ context: PageContext) -> CalendarDay {
    let isToday = day.day == context.today
    let next = "\(day.day) \(SoberCalendar.next(day.status).rawValue)"
    return CalendarDay(
      day.day,
      SoberCalendar.style(day.status),
      words: SoberWords.of(day, sobriety.substance, context),
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

  /// Returns the status after a tap: sober, corrected to not sober, and back to unmarked.
  static func next(_ status: SoberStatus) -> SoberStatus {
    switch status {
    case .unmarked: .sober
    case .sober: .notSober
    case .notSober: .unmarked
    }
  }

  private func legend(_ context: PageContext) -> HTML {
    let shades = (1...SoberDay.darkestShade).map { shade -> HTML in
      "<i data-shade=\"\(shade)\"></i>"
    }
    return """
      <p class="legend small muted sober-legend"><span>\(context.say(.soberLegendFirst)) \
      \(shades.joined()) \(context.say(.soberLegendTenth))</span>\
      <span><i data-state="missed"></i> \(context.say(.soberNotSober))</span>\
      <span><i data-state="open"></i> \(context.say(.soberUnmarked))</span></p>
      """
  }
}

/// Describes days in words.
enum SoberWords {
  /// Returns what a status is called.
  static func phrase(_ status: SoberStatus) -> Phrase {
    switch status {
    case .sober: .soberSober
    case .notSober: .soberNotSober
    case .unmarked: .soberUnmarked
    }
  }

  static func of(_ day: SoberDay, _ substance: Substance, _ context: PageContext) -> String {
    switch day.status {
    case .unmarked: return context.say(.soberUnmarked)
    case .notSober:
      let words = context.say(.soberNotSober)
      return day.drinks > 0 ? "\(words), \(substance.use.count(day.drinks))" : words
    case .sober:
      let isLater = day.shade >= SoberDay.darkestShade
      let phrase: Phrase = isLater ? .soberDayLater : .soberDayNumber
      return context.say(phrase, ["number": "\(day.shade)"])
    }
  }
}
