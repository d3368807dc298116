import Core
import Pages
import Presentation
import SobrietyContract
import TrackingContract

/// Handles the forms.
enum SoberActions {
  /// Marks a day: a tile sends `mark` (`2026-11-21 sober`), a form `day`, `status` and `drinks`.
  static func mark(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let (day, status) = try marked(fields)
    let substance = fields.text("of")
    let drinks = status == .notSober ? try SoberActions.drinks(fields) : nil
    let before = try await context.ask(
      SoberDays(substance: substance, from: day, to: day)
    ).first
    let reply = try await context.send(
      MarkDay(
        substance: substance,
        day: day,
        status: status,
        drinks: drinks,
        restores: fields.text("at").flatMap(Instant.init(rfc3339:))
      )
    )
    // The welcome page redirects to the calendar; all other pages stay where they are.
    let path = fields["from"] == "welcome" ? "/sober" : nil
    let back = before.flatMap { undo($0, reply, substance) }
    let link = try await slipLink(reply, substance, context)
    return ActionResult(path, message(reply, undo: back, link: link, context))
  }

  private static func marked(_ fields: FormFields) throws -> (Day, SoberStatus) {
    let parts = fields.text("mark")?.split(separator: " ").map(String.init)
    let day = parts?.first ?? fields.text("day") ?? ""
    let status = parts?.last ?? fields.text("status") ?? ""
    guard let day = Day(day), let status = SoberStatus(rawValue: status) else {
      throw DomainError(
        "bad-mark",
        "That could not be read as a mark of a day. Nothing was changed: reload the page and try "
          + "once more.",
        isFinal: true
      )
    }
    return (day, status)
  }

  /// Returns nil if the form has no such field, which keeps the stored number.
  private static func drinks(_ fields: FormFields) throws -> Int? {
    guard fields["drinks"] != nil else { return nil }
    guard let text = fields.text("drinks") else { return 0 }
    guard let drinks = Int(text) else {
      throw DomainError(
        "bad-drinks",
        "“\(text)” does not tell how many. Nothing was changed: give a whole number, or leave "
          + "it empty if nobody counted.",
        isFinal: true,
        about: "drinks"
      )
    }
    return drinks
  }

  /// Returns how to restore the day's previous mark; nil if the mark changed nothing.
  private static func undo(_ before: SoberDay, _ reply: MarkedDay, _ substance: String?) -> Undo? {
    let isSame = before.status == reply.day.status && before.drinks == reply.day.drinks
    guard !isSame else { return nil }
    var fields = ["day": before.day.description, "status": before.status.rawValue]
    if before.status == .notSober { fields["drinks"] = "\(before.drinks)" }
    fields["at"] = reply.replaced?.at.rfc3339(in: .utc)
    fields["of"] = substance
    return Undo("sobriety.mark-day", fields)
  }

  /// Returns where what led to the day can be noted; nil unless it is not sober and has no note.
  private static func slipLink(
    _ reply: MarkedDay,
    _ substance: String?,
    _ context: PageContext
  ) async throws -> Message.Link? {
    guard reply.day.status == .notSober else { return nil }
    let place = SoberRoute(of: substance == nil ? nil : reply.sobriety.substance)
    let said = try await DiaryCards.day(reply.day.day, of: place, context)
    guard said.slip == nil else { return nil }
    return Message.Link(place.day(reply.day.day) + "#slip", context.say(.slipTitle))
  }

  private static func message(
    _ marked: MarkedDay,
    undo: Undo?,
    link: Message.Link?,
    _ context: PageContext
  ) -> Message {
    let sentence = MarkViews.sentence(marked, context)
    guard let days = MarkViews.milestone(marked) else {
      return Message(.done, sentence, undo: undo, link: link)
    }
    let milestone = context.say(.soberReached, ["days": days.counted("day")])
    return Message(.celebration, milestone, undo: undo)
  }

  /// Begins a calendar from the last use, or corrects where its run begins.
  static func begin(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let reply = try await context.send(
      BeginRun(
        substance: fields["name"] ?? fields.text("of"),
        lastUse: try fields.day("last"),
        time: fields.text("time"),
        isNew: fields["new"] == "on" ? true : nil
      )
    )
    let sobriety = reply.sobriety
    let isNamed = fields["name"] != nil || fields["of"] != nil
    let page = SoberRoute(of: isNamed ? sobriety.substance : nil).page
    return ActionResult(page, Message(.done, begun(reply, context)))
  }

  private static func begun(_ reply: BegunRun, _ context: PageContext) -> String {
    let sobriety = reply.sobriety
    if sobriety.current > 0 {
      return context.say(.soberLastFilled, ["days": sobriety.current.counted("day")])
    }
    if sobriety.timer.isRunning { return context.say(.soberLastToday) }
    return context.say(.soberBegun, ["substance": sobriety.substance.name])
  }

  static func rename(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let reply = try await context.send(
      RenameSubstance(substance: try fields.required("of"), title: try fields.required("name"))
    )
    return .done(context.say(.soberRenamed, ["substance": reply.substance.name]))
  }

  static func figures(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let substance = fields.text("of")
    let now = try await context.ask(SobrietyOf(substance: substance)).figures
    let cost = fields.text("cost")
    let currency = fields.text("currency")
    // An empty cost removes the figure, which is only valid if there was one.
    let nothing = currency == nil && now.price == nil ? nil : "0"
    try await context.send(
      SetFigures(
        substance: substance,
        drinksPerWeek: try amount(fields.text("drinksPerWeek") ?? "0"),
        cost: cost ?? nothing,
        currency: currency ?? now.price?.currency.code,
        calories: try whole(fields.text("calories") ?? "0")
      )
    )
    return .done(context.say(.soberSettingsKept))
  }

  private static func amount(_ text: String) throws -> Amount {
    guard let amount = Amount(typed: text) else {
      throw DomainError(
        "bad-drinks-per-week",
        "“\(text)” \(Amount.fault(ofTyped: text)). Nothing was changed.",
        isFinal: true,
        about: "drinksPerWeek"
      )
    }
    return amount
  }

  private static func whole(_ text: String) throws -> Int {
    guard let number = Int(text) else {
      throw DomainError(
        "bad-calories",
        "“\(text)” is not a number of calories. Nothing was changed: give a whole number such as "
          + "150.",
        isFinal: true,
        about: "calories"
      )
    }
    return number
  }

  static func why(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let why = try fields.required("why").replacing("\r\n", with: "\n")
    let reply = try await context.send(SetWhy(substance: fields.text("of"), why: why))
    return .done(context.say(reply.why.isEmpty ? .soberWhyGone : .soberWhyKept))
  }

  static func delete(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let id = try fields.required("of")
    let name = try await context.ask(SobrietyOf(substance: id)).substance.name
    let isConfirmed = fields["confirmed"] == "on"
    try await context.send(DeleteSubstance(substance: id, confirmed: isConfirmed))
    return ActionResult("/sober", Message(.done, context.say(.soberDeleted, ["substance": name])))
  }
}
