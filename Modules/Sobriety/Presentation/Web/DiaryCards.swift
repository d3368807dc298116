import Core
import Pages
import Presentation
import SobrietyContract

/// The pledge and the review of a day, and what led to one that was not sober.
struct DiaryCards {
  let day: DiaryDay
  let substance: Substance
  let request: PageRequest

  private var context: PageContext { request.context }
  private var fields: [(name: String, value: String)] {
    SoberRoute(request).fields + [("day", day.day.description)]
  }

  /// Returns what was said about a day.
  static func day(
    _ day: Day,
    of place: SoberRoute,
    _ context: PageContext
  ) async throws -> DiaryDay {
    let query = SoberDiary(substance: place.substance, from: day, to: day)
    return try await context.ask(query).first ?? DiaryDay(day: day)
  }

  // MARK: Home

  /// The time of day from which today's review is offered: 17:00.
  static func evening(_ context: PageContext) -> Instant {
    context.calendar.zone.instant(on: context.today, secondOfDay: 17 * 3600)
  }

  /// Returns the card of today: its pledge, and from the evening on its review.
  ///
  /// Nothing asks for a pledge in the evening, or on a day that is marked as not sober.
  func home(_ sobriety: Sobriety) -> HTML? {
    let isEvening = context.now >= DiaryCards.evening(context)
    guard !isEvening, day.review == nil else {
      return HTML.card(
        context.say(.reviewToday),
        style: "sober-diary",
        "\(day.pledgedAt.map { pledged($0, canTakeBack: false) })\(review)"
      )
    }
    guard day.pledgedAt != nil || sobriety.status != .notSober else { return nil }
    return HTML.card(context.say(.pledgeTitle), style: "sober-diary", pledge)
  }

  // MARK: The page of a day

  /// Returns the cards of the day's page: what led to it, then the pledge and the review.
  func page(_ status: SoberStatus) -> HTML {
    let isToday = day.day == context.today
    let canPledge = isToday && status != .notSober
    let pledge = day.pledgedAt != nil || canPledge ? self.pledge : nil
    let title = context.say(isToday ? .reviewToday : .reviewDay)
    let slip = status == .notSober ? self.slip : nil
    return "\(slip)\(HTML.card(title, style: "sober-diary", "\(review)\(pledge)"))"
  }

  // MARK: The pledge

  private var pledge: HTML {
    if let at = day.pledgedAt { return pledged(at, canTakeBack: true) }
    let button = request.button(
      "sobriety.pledge",
      fields: fields,
      "\(context.say(.pledgeMake))"
    )
    return """
      <div class="spread sober-pledge"><q>\(substance.pledge(context))</q>\(button)</div>
      """
  }

  private func pledged(_ at: Instant, canTakeBack: Bool) -> HTML {
    let time = at.clockTime(in: context.calendar.zone)
    let back =
      canTakeBack
      ? request.button(
        "sobriety.pledge",
        fields: fields + [("remove", "on")],
        class: "button quiet",
        "\(context.say(.pledgeBack))"
      ) : nil
    return """
      <div class="spread sober-pledge"><p><q>\(substance.pledge(context))</q> \
      <span class="small muted">\(context.say(.pledgeMade, ["time": time]))</span></p>\(back)</div>
      """
  }

  // MARK: The review

  private var review: HTML {
    guard let review = day.review else {
      let buttons = DayEffort.allCases.map { effort -> HTML in
        """
        <button class="button" name="effort" value="\(effort.rawValue)">\
        \(context.say(effort.phrase))</button>
        """
      }
      return request.form(
        "sobriety.review",
        fields: fields,
        label: context.say(.reviewToday),
        """
        <div class="sober-efforts">\(buttons.joined())</div>\
        <p class="small muted">\(context.say(.reviewHint))</p>
        """
      )
    }
    let said = context.say(.reviewSaid, ["effort": review.effort.words(context)])
    return """
      <p>\(said)</p>\(words(review.note))\
      \(HTML.disclosure(context.say(.reviewChange), change(review)))
      """
  }

  private func change(_ review: DayReview) -> HTML {
    request.form(
      "sobriety.review",
      fields: fields,
      class: "stack",
      """
      \(HTML.radios(
        legend: context.say(.reviewDay),
        name: "effort",
        options: DayEffort.allCases.map { ($0.rawValue, context.say($0.phrase)) },
        selected: review.effort.rawValue
      ))\(note(review.note))\(buttons(about: context.say(.reviewDay), canRemove: true))
      """
    )
  }

  // MARK: What led to it

  private var slip: HTML {
    let title = context.say(.slipTitle)
    let content: HTML
    if let slip = day.slip {
      let chips = slip.triggers.map { trigger -> HTML in
        "<li class=\"chip\">\(context.say(trigger.phrase))</li>"
      }
      let list: HTML? = chips.isEmpty ? nil : "<ul class=\"cluster\">\(chips.joined())</ul>"
      content = """
        \(list)\(words(slip.note))\
        \(HTML.disclosure(context.say(.slipChange), slipForm(slip)))
        """
    } else {
      content = "<p class=\"muted\">\(context.say(.slipHint))</p>\(slipForm(nil))"
    }
    return "<div id=\"slip\">\(HTML.card(title, style: "sober-diary", content))</div>"
  }

  private func slipForm(_ slip: SlipNote?) -> HTML {
    let ticks = SlipTrigger.allCases.map { trigger in
      HTML.checkbox(
        label: context.say(trigger.phrase),
        name: "trigger",
        value: trigger.rawValue,
        isOn: slip?.triggers.contains(trigger) ?? false
      )
    }
    return request.form(
      "sobriety.note-slip",
      fields: fields,
      class: "stack",
      """
      <fieldset><legend class="visually-hidden">\(context.say(.slipTitle))</legend>\
      <div class="sober-causes">\(ticks.joined())</div></fieldset>\
      \(note(slip?.note ?? ""))\
      \(buttons(about: context.say(.slipTitle), canRemove: slip != nil))
      """
    )
  }

  // MARK: Parts

  private func words(_ note: String) -> HTML? {
    note.isEmpty ? nil : "<blockquote class=\"sober-note\">\(note)</blockquote>"
  }

  private func note(_ note: String) -> HTML {
    HTML.field(
      label: context.say(.noteLabel),
      name: "note",
      value: note,
      kind: .textarea,
      attributes: [("maxlength", "\(DiaryDay.maxNoteLength)"), ("rows", "3")]
    )
  }

  private func buttons(about subject: String, canRemove: Bool) -> HTML {
    let remove: HTML? =
      canRemove
      ? HTML.submit(
        context.say(.noteRemove),
        about: subject,
        style: "button quiet",
        sends: (name: "remove", value: "on")
      ) : nil
    return """
      <p class="cluster">\(HTML.submit(context.say(.noteKeep), about: subject))\(remove)</p>
      """
  }
}

/// What led to the days that were not sober, from the notes on them.
enum CausesCard {
  /// Nil until enough days have a note.
  static func html(_ causes: SlipCauses, _ context: PageContext) -> HTML? {
    guard causes.noted >= SlipCauses.fewest, !causes.causes.isEmpty else { return nil }
    let rows = causes.causes.map { cause -> HTML in
      let words = context.say(cause.trigger.phrase)
      let share = Double(cause.days) / Double(causes.noted)
      let days = cause.days.counted("day")
      return """
        <div class="spread"><span>\(words)</span><span class="muted">\(days)</span></div>\
        \(HTML.bar(share: share, label: "\(words): \(days)"))
        """
    }
    let noted = context.say(.causesOf, ["noted": "\(causes.noted)"])
    return HTML.card(
      context.say(.causesTitle),
      "\(HTML.list(rows))<p class=\"small muted\">\(noted)</p>"
    )
  }
}
