import Core
import Pages
import Presentation
import SobrietyContract
import TrackingContract

/// The cards beside the calendar.
enum SoberCards {
  // MARK: Today

  static func standing(_ sobriety: Sobriety, _ request: PageRequest) -> HTML {
    let context = request.context
    return HTML.card(
      style: "sober-standing",
      """
      \(SoberSky(sobriety, request).html(words(sobriety, context)))\
      \(isEmpty(sobriety) ? LastUseForm.begin(sobriety, request) : .empty)\
      <p data-uncounted="sobriety.mark-day" hidden></p>\
      <div class="sober-answers">\(buttons(sobriety, request))</div>\
      <p>\(CravingPage.link(SoberRoute(request), context))</p>\
      \(caution(sobriety, context))
      """
    )
  }

  private static func words(_ sobriety: Sobriety, _ context: PageContext) -> String {
    isEmpty(sobriety) ? context.say(.soberWelcome) : SoberViews.standing(sobriety, context)
  }

  static func isEmpty(_ sobriety: Sobriety) -> Bool {
    sobriety.soberDays == 0 && sobriety.status == .unmarked && !sobriety.timer.isRunning
  }

  /// Returns both answers while today is unmarked, and otherwise the control to correct the mark.
  private static func buttons(_ sobriety: Sobriety, _ request: PageRequest) -> HTML {
    let context = request.context
    let place = SoberRoute(request)
    func mark(_ status: SoberStatus, _ style: String, _ content: HTML) -> HTML {
      request.button(
        "sobriety.mark-day",
        fields: place.fields + [
          ("day", sobriety.day.description), ("status", status.rawValue),
        ],
        class: style,
        content
      )
    }
    guard sobriety.status == .unmarked else {
      return HTML.link(
        place.day(sobriety.day),
        context.say(.soberTodayDetails),
        style: "button quiet"
      )
    }
    return mark(
      .sober,
      "button primary sober-mark",
      "\(Icon.check.html) \(context.say(.soberMarkToday))"
    )
      + mark(.notSober, "button quiet", "\(context.say(.soberSlipToday))")
  }

  /// Returns the warning, in the first days only: it is for people who are about to stop.
  private static func caution(_ sobriety: Sobriety, _ context: PageContext) -> HTML? {
    guard sobriety.substance.isAlcohol, sobriety.soberDays < 3 else { return nil }
    return sourced(HealthMilestone.caution, style: "small muted sober-caution")
  }

  private static func sourced(_ milestone: HealthMilestone, style: String = "") -> HTML {
    """
    <p class="sober-source\(style.isEmpty ? "" : " \(style)")">\(milestone.words) \
    <cite>\(milestone.source)</cite></p>
    """
  }

  // MARK: Savings

  static func savings(_ sobriety: Sobriety, _ place: SoberRoute, _ context: PageContext) -> HTML {
    let words = FigureWords(sobriety.substance, context)
    var figures: [Figure] = []
    if let saved = sobriety.savedMinor, let price = sobriety.figures.price {
      let amount = context.number(Price(minor: saved, currency: price.currency).words)
      figures.append(Figure(value: amount, label: context.say(.soberSaved)))
    }
    if let calories = sobriety.savedCalories {
      figures.append(Figure(value: context.number("\(calories) kcal"), label: words.calories))
    }
    let how: HTML
    if figures.isEmpty {
      how = """
        <p>\(words.hint)</p>\
        <p>\(HTML.link(place.settings, words.tell, style: "button"))</p>
        """
    } else {
      how = """
        <p class="small muted">\(words.how(values(sobriety, context))) \
        \(HTML.link(place.settings, context.say(.soberFiguresChange)))</p>
        """
    }
    let shown = figures.isEmpty ? HTML.empty : HTML.figures(figures)
    return HTML.card(context.say(.soberSavings), "\(shown)\(how)")
  }

  private static func values(_ sobriety: Sobriety, _ context: PageContext) -> [String: String] {
    let figures = sobriety.figures
    let price = figures.price.flatMap { $0.minor > 0 ? context.number($0.words) : nil }
    let calories = figures.calories > 0 ? context.number("\(figures.calories) kcal") : nil
    return [
      "days": sobriety.soberDays.counted("sober day"),
      "drinks": context.number(figures.drinksPerWeek.description),
      "each": [price, calories].compactMap { $0 }.joined(separator: " and "),
    ]
  }

  // MARK: Milestones

  static func milestones(
    _ sobriety: Sobriety,
    _ place: SoberRoute,
    _ context: PageContext
  ) -> HTML {
    let left = sobriety.nextMilestone - sobriety.current
    let share = Double(sobriety.current) / Double(max(1, sobriety.nextMilestone))
    let next = context.say(
      .soberNext,
      [
        "days": sobriety.nextMilestone.counted("day"), "left": left.counted("day"),
        "date": sobriety.nextMilestoneDay.shortWords(today: context.today),
      ]
    )
    return HTML.card(
      context.say(.soberMilestones),
      """
      <p class="sober-next"><span class="muted">\(context.say(.soberNextTitle))</span> \
      <b>\(next)</b></p>\
      \(HTML.bar(share: share, label: next))\(reached(sobriety, context))\(health(sobriety, place, context))
      """
    )
  }

  private static func reached(_ sobriety: Sobriety, _ context: PageContext) -> HTML? {
    guard !sobriety.milestones.isEmpty else { return nil }
    let badges = sobriety.milestones.map { milestone -> HTML in
      """
      <li class="badge">\(Icon.badge.html)<b>\(milestone.days.counted("day"))</b> \
      <span class="small muted">\(milestone.day.shortWords(today: context.today))</span></li>
      """
    }
    return """
      <ul class="cluster sober-reached" aria-label="\(context.say(.soberReachedTitle))">\
      \(badges.joined())</ul>
      """
  }

  /// Returns the latest change that the body may notice, and a link to all of them.
  private static func health(
    _ sobriety: Sobriety,
    _ place: SoberRoute,
    _ context: PageContext
  ) -> HTML? {
    guard !HealthMilestone.known(for: sobriety.substance).isEmpty else { return nil }
    let latest = sobriety.reachedHealth.last.map { sourced($0) }
    return "\(latest)<p>\(HTML.link(place.health, context.say(.soberHealthTitle)))</p>"
  }

  /// Returns all changes that the body may notice, for a page of its own: the home page stays light.
  static func allHealth(_ sobriety: Sobriety, _ context: PageContext) -> HTML {
    let known = HealthMilestone.known(for: sobriety.substance)
    let items = known.map { milestone -> HTML in
      let isReached = milestone.days <= sobriety.current
      let chip: HTML = "<span class=\"chip\">\(context.say(.soberHealthReached))</span>"
      return """
        <li><p><b>\(milestone.days.counted("day"))</b> \(isReached ? chip : .empty)</p>\
        \(sourced(milestone))</li>
        """
    }
    let list: HTML = """
      <ol class="list sober-health">\(items.joined())</ol>\
      \(sourced(HealthMilestone.caution, style: "small muted"))
      """
    return HTML.card(nil, list)
  }

  // MARK: The why

  static func why(_ sobriety: Sobriety, _ request: PageRequest) -> HTML {
    let context = request.context
    let isEmpty = sobriety.why.isEmpty
    let form = request.form(
      "sobriety.set-why",
      fields: SoberRoute(request).fields,
      class: "stack",
      """
      \(HTML.field(
        label: context.say(.soberWhyLabel),
        name: "why",
        value: sobriety.why,
        kind: .textarea,
        hint: context.say(.soberWhyHint),
        attributes: [("maxlength", "\(SetWhy.maxWhyLength)")]
      ))<p>\(HTML.submit(context.say(.soberWhyKeep), about: context.say(.soberWhyTitle)))</p>
      """
    )
    let words: HTML =
      isEmpty
      ? "<p>\(context.say(.soberNoWhy))</p>"
      : "<blockquote class=\"sober-why\">\(sobriety.why)</blockquote>"
    let change = HTML.disclosure(context.say(isEmpty ? .soberWhyWrite : .soberWhyChange), form)
    return HTML.card(context.say(.soberWhyTitle), "\(words)\(change)")
  }

  // MARK: On other pages

  static func welcome(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    let mark = request.button(
      "sobriety.mark-day",
      fields: [
        ("day", context.today.description), ("status", SoberStatus.sober.rawValue),
        ("from", "welcome"),
      ],
      class: "button primary sober-mark",
      "\(Icon.check.html) \(context.say(.soberMarkToday))"
    )
    let look = HTML.link("/sober", context.say(.soberWelcomeLook), style: "button")
    return HTML.card(
      context.say(.soberWelcomeTitle),
      """
      <p>\(context.say(.soberWelcome))</p>\
      \(LastUseForm.welcome(request))<div class="cluster">\(mark)\(look)</div>\
      \(sourced(HealthMilestone.caution, style: "small muted"))
      """
    )
  }

  static func settings(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    return HTML.card(
      context.say(.soberSettingsTitle),
      """
      <p>\(context.say(.soberSettings))</p>\
      <p>\(HTML.link("/sober/settings", context.say(.soberFiguresOpen), style: "button"))</p>
      """
    )
  }
}

/// The timer as digits that a script keeps counting.
struct SoberTimerView {
  private let timer: SoberTimer
  private let context: PageContext
  private let place: SoberRoute
  private let days: Int

  /// - Parameter days: the length of the current run, shown in the ring while the timer waits.
  init(_ timer: SoberTimer, _ context: PageContext, place: SoberRoute, days: Int = 0) {
    self.timer = timer
    self.days = days
    self.context = context
    self.place = place
  }

  /// - Parameter ring: what is drawn around the days.
  func html(_ ring: HTML) -> HTML {
    let since = timer.since?.rfc3339(in: context.calendar.zone)
    let waits = since == nil && days > 0
    let label = waits ? days.counted("day") : TimerViews.spoken(timer)
    let clock: HTML = """
      \(part("h", timer.hours, "hours"))\(part("m", timer.minutes, "min"))\
      \(part("s", timer.seconds, "sec"))
      """
    return """
      <div class="sober-timer" role="timer" aria-label="\(label)"\(attribute: "data-since", since)\
      \(attribute: "data-idle", if: since == nil)>\
      \(ring)\(part("d", waits ? Int64(days) : timer.days, waits && days == 1 ? "day" : "days"))\
      \(waits ? nil : clock)</div>\
      <p class="small">\(caption) \(correction)</p>
      """
  }

  /// Returns a link to the page that corrects the beginning, while a run lasts.
  private var correction: HTML? {
    guard timer.isRunning else { return nil }
    return HTML.link(place.settings + "#last-use", context.say(.soberLastChange))
  }

  private func part(_ name: String, _ number: Int64, _ unit: String) -> HTML {
    let text = name == "d" ? "\(number)" : number.padded(to: 2)
    return
      "<span aria-hidden=\"true\"><b data-part=\"\(name)\">\(text)</b><small>\(unit)</small></span>"
  }

  private var caption: String {
    guard let since = timer.since else { return context.say(.soberTimerZero) }
    let day = context.calendar.day(at: since).shortWords(today: context.today)
    return context.say(
      .soberSince,
      ["day": day, "time": since.clockTime(in: context.calendar.zone)]
    )
  }
}
