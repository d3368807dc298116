import CommandKit
import Core
import PageKit
import SobrietyContract
import TrackingContract

/// The pieces beside the calendar.
enum SoberCards {
  // MARK: Today

  static func standing(_ sobriety: Sobriety, _ visit: Visit) -> HTML {
    let session = visit.session
    return HTML.card(
      style: "sober-standing",
      """
      <p class="sober-words">\(words(sobriety, session))</p>\
      \(SoberTimerView(sobriety.timer, session).html)\
      <div class="sober-answers">\(buttons(sobriety, visit))</div>\
      \(caution(sobriety, session))
      """
    )
  }

  private static func words(_ sobriety: Sobriety, _ session: Session) -> String {
    let isEmpty = sobriety.soberDays == 0 && sobriety.status == .unmarked
    return isEmpty ? session.say(.soberWelcome) : SoberViews.standing(sobriety, session)
  }

  /// Both answers while today is open; then the way to correct what was said.
  private static func buttons(_ sobriety: Sobriety, _ visit: Visit) -> HTML {
    let session = visit.session
    let place = SoberPlace(visit)
    func mark(_ status: SoberStatus, _ style: String, _ content: HTML) -> HTML {
      visit.button(
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
        session.say(.soberTodayDetails),
        style: "button quiet"
      )
    }
    return mark(
      .sober,
      "button primary sober-mark",
      "\(Icon.check.html) \(session.say(.soberMarkToday))"
    )
      + mark(.notSober, "button quiet", "\(session.say(.soberSlipToday))")
  }

  /// Said in the first days only: it is for people who are about to stop.
  private static func caution(_ sobriety: Sobriety, _ session: Session) -> HTML? {
    guard sobriety.substance.isAlcohol, sobriety.soberDays < 3 else { return nil }
    return sourced(HealthMilestone.caution, style: "small muted sober-caution")
  }

  private static func sourced(_ milestone: HealthMilestone, style: String = "") -> HTML {
    """
    <p class="sober-source \(style)">\(milestone.words) \
    <cite class="small muted">\(milestone.source)</cite></p>
    """
  }

  // MARK: Savings

  static func savings(_ sobriety: Sobriety, _ place: SoberPlace, _ session: Session) -> HTML {
    let words = FigureWords(sobriety.substance)
    var figures: [Figure] = []
    if let saved = sobriety.savedMinor, let price = sobriety.figures.price {
      let amount = Price(minor: saved, currency: price.currency).words
      figures.append(Figure(value: amount, label: session.say(.soberSaved)))
    }
    if let calories = sobriety.savedCalories {
      figures.append(
        Figure(value: "\(grouped(calories)) kcal", label: session.say(words.calories))
      )
    }
    let how: HTML
    if figures.isEmpty {
      how = """
        <p>\(session.say(words.hint))</p>\
        <p>\(HTML.link(place.settings, session.say(words.tell), style: "button"))</p>
        """
    } else {
      how = """
        <p class="small muted">\(session.say(words.how, values(sobriety))) \
        \(HTML.link(place.settings, session.say(.soberFiguresChange)))</p>
        """
    }
    let shown = figures.isEmpty ? HTML.empty : HTML.figures(figures)
    return HTML.card(session.say(.soberSavings), "\(shown)\(how)")
  }

  private static func values(_ sobriety: Sobriety) -> [String: String] {
    let figures = sobriety.figures
    let price = figures.price.flatMap { $0.minor > 0 ? $0.words : nil }
    let calories = figures.calories > 0 ? "\(figures.calories) kcal" : nil
    return [
      "days": sobriety.soberDays == 1 ? "1 sober day" : "\(sobriety.soberDays) sober days",
      "drinks": figures.drinksPerWeek.description,
      "each": [price, calories].compactMap { $0 }.joined(separator: " and "),
    ]
  }

  /// With a narrow space between thousands, as the SI writes numbers.
  static func grouped(_ number: Int64) -> String {
    let digits = Array(String(number))
    return digits.indices.reduce(into: "") { text, index in
      let rest = digits.count - index
      if index > 0, rest % 3 == 0, digits.count > 4 { text += "\u{202F}" }
      text.append(digits[index])
    }
  }

  // MARK: Milestones

  static func milestones(_ sobriety: Sobriety, _ session: Session) -> HTML {
    let left = sobriety.nextMilestone - sobriety.current
    let share = Double(sobriety.current) / Double(max(1, sobriety.nextMilestone))
    let next = session.say(
      .soberNext,
      [
        "days": Days.words(sobriety.nextMilestone), "left": Days.words(left),
        "date": sobriety.nextMilestoneDay.shortWords(today: session.today),
      ]
    )
    return HTML.card(
      session.say(.soberMilestones),
      """
      <p class="sober-next"><span class="muted">\(session.say(.soberNextTitle))</span> \
      <b>\(next)</b></p>\
      \(HTML.bar(share: share, label: next))\(reached(sobriety, session))\(health(sobriety, session))
      """
    )
  }

  private static func reached(_ sobriety: Sobriety, _ session: Session) -> HTML? {
    guard !sobriety.milestones.isEmpty else { return nil }
    let badges = sobriety.milestones.map { milestone -> HTML in
      """
      <li class="badge">\(Icon.badge.html)<b>\(Days.words(milestone.days))</b> \
      <span class="small muted">\(milestone.day.shortWords(today: session.today))</span></li>
      """
    }
    return """
      <ul class="cluster sober-reached" aria-label="\(session.say(.soberReachedTitle))">\
      \(badges.joined())</ul>
      """
  }

  private static func health(_ sobriety: Sobriety, _ session: Session) -> HTML? {
    let known = HealthMilestone.known(for: sobriety.substance)
    guard !known.isEmpty else { return nil }
    let latest = sobriety.reachedHealth.last.map { sourced($0) }
    let items = known.map { milestone -> HTML in
      let isReached = milestone.days <= sobriety.current
      let chip: HTML = "<span class=\"chip\">\(session.say(.soberHealthReached))</span>"
      return """
        <li><p><b>\(Days.words(milestone.days))</b> \(isReached ? chip : .empty)</p>\
        \(sourced(milestone))</li>
        """
    }
    let list: HTML = """
      <ol class="list sober-health">\(items.joined())</ol>\
      \(sourced(HealthMilestone.caution, style: "small muted"))
      """
    return "\(latest)\(HTML.disclosure(session.say(.soberHealthTitle), list))"
  }

  // MARK: The why

  static func why(_ sobriety: Sobriety, _ visit: Visit) -> HTML {
    let session = visit.session
    let isEmpty = sobriety.why.isEmpty
    let form = visit.form(
      "sobriety.set-why",
      fields: SoberPlace(visit).fields,
      class: "stack",
      """
      \(HTML.field(
        label: session.say(.soberWhyLabel),
        name: "why",
        value: sobriety.why,
        kind: .textarea,
        hint: session.say(.soberWhyHint),
        attributes: [("maxlength", "\(SetWhy.longestWhy)")]
      ))<p><button class="button">\(session.say(.soberWhyKeep))</button></p>
      """
    )
    let words: HTML =
      isEmpty
      ? "<p>\(session.say(.soberNoWhy))</p>"
      : "<blockquote class=\"sober-why\">\(sobriety.why)</blockquote>"
    let change = HTML.disclosure(session.say(isEmpty ? .soberWhyWrite : .soberWhyChange), form)
    return HTML.card(session.say(.soberWhyTitle), "\(words)\(change)")
  }

  // MARK: On other pages

  static func welcome(_ visit: Visit) async throws -> HTML? {
    let session = visit.session
    let mark = visit.button(
      "sobriety.mark-day",
      fields: [
        ("day", session.today.description), ("status", SoberStatus.sober.rawValue),
        ("from", "welcome"),
      ],
      class: "button primary sober-mark",
      "\(Icon.check.html) \(session.say(.soberMarkToday))"
    )
    let look = HTML.link("/sober", session.say(.soberWelcomeLook), style: "button")
    return HTML.card(
      session.say(.soberWelcomeTitle),
      """
      <p>\(session.say(.soberWelcome))</p><div class="cluster">\(mark)\(look)</div>\
      \(sourced(HealthMilestone.caution, style: "small muted"))
      """
    )
  }

  static func settings(_ visit: Visit) async throws -> HTML? {
    let session = visit.session
    return HTML.card(
      session.say(.soberSettingsTitle),
      """
      <p>\(session.say(.soberSettings))</p>\
      <p>\(HTML.link("/sober/settings", session.say(.soberFiguresOpen), style: "button"))</p>
      """
    )
  }
}

/// The timer as figures that a script keeps counting.
struct SoberTimerView {
  private let timer: SoberTimer
  private let session: Session

  init(_ timer: SoberTimer, _ session: Session) {
    self.timer = timer
    self.session = session
  }

  var html: HTML {
    let since = timer.since?.rfc3339(in: session.calendar.zone)
    let label = TimerViews.spoken(timer)
    return """
      <div class="sober-timer" role="timer" aria-label="\(label)"\(attribute: "data-since", since)\
      \(attribute: "data-idle", if: since == nil)>\
      \(part("d", timer.days, "days"))\(part("h", timer.hours, "hours"))\
      \(part("m", timer.minutes, "min"))\(part("s", timer.seconds, "sec"))</div>\
      <p class="small muted">\(caption)</p>
      """
  }

  private func part(_ name: String, _ number: Int64, _ unit: String) -> HTML {
    let text = name == "d" || number > 9 ? "\(number)" : "0\(number)"
    return
      "<span aria-hidden=\"true\"><b data-part=\"\(name)\">\(text)</b><small>\(unit)</small></span>"
  }

  private var caption: String {
    guard let since = timer.since else { return session.say(.soberTimerZero) }
    let day = session.calendar.day(at: since).shortWords(today: session.today)
    return session.say(
      .soberSince,
      ["day": day, "time": since.clockTime(in: session.calendar.zone)]
    )
  }
}
