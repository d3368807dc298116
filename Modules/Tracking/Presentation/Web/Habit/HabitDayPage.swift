import Core
import Pages
import Presentation
import TrackingContract

/// The page of one day of one habit: its entry, and a form to edit what the product allows.
enum HabitDayPage {
  static let page = Page("/habits/{id}/days/{day}") { request in
    let context = request.context
    let habit = try await request.habit()
    let day = try request.day()
    let report = try await DayReport.load(habit, day, context)
    return PageContent(
      title: "\(habit.details.title), \(day.words)",
      body: """
        \(HTML.wayBack(habit.id.path, habit.details.title))\
        <header class="page-head"><div><h1>\
        \(HTML.titled(habit.details.face, "\(habit.details.title)"))</h1><p class="muted">\(day.words)</p></div></header>\
        \(DayLinks.html(day, context.today) { habit.id.path(on: $0) })\
        \(HTML.card(nil, what(report, context)))\
        \(change(report, request))
        """
    )
  }

  private static func what(_ report: DayReport, _ context: PageContext) -> HTML {
    let details = report.habit.details
    let run = report.inCurrentStreak && context.showsStreaks ? "part of your current streak" : nil
    let facts = [report.amount?.words(context.number), DayTime.words(report, context), run]
      .compactMap { $0 }
    return """
      <div class="habit-line large">\(DayIcon.html(report.status, details.color, context))<div>\
      <p class="habit-title">\(report.status.words(context, report.outside))</p>\
      \(facts.isEmpty ? nil : "<p class=\"small muted\">\(facts.joined(separator: " · "))</p>")\
      \(report.entry.writtenNote.map { note -> HTML in "<p class=\"habit-note\">\(note)</p>" })\
      </div></div>
      """
  }

  /// Returns the form for what may be changed of the day, and says why the rest may not.
  private static func change(_ report: DayReport, _ request: PageRequest) -> HTML {
    let context = request.context
    if report.day > context.today { return locked(context.say(.dayAhead)) }
    if report.habit.details.archived { return locked(context.say(.dayArchived)) }
    guard context.backfill.allows(report.day) else {
      let words = locked(context.say(.dayLocked, ["days": context.backfill.words]))
      return words + HTML.card(nil, noteForm(report, request))
    }
    return HTML.card(context.say(.dayChange), form(report, request))
  }

  private static func locked(_ words: String) -> HTML { "<p class=\"muted\">\(words)</p>" }

  /// The form of the note alone, for a day whose mark stays as it is.
  private static func noteForm(_ report: DayReport, _ request: PageRequest) -> HTML {
    request.form(
      "tracking.note",
      fields: fields(report),
      class: "stack",
      "\(note(report.entry))\(save(request.context))"
    )
  }

  private static func fields(_ report: DayReport) -> [(name: String, value: String)] {
    [("habit", report.habit.id.description), ("day", report.day.description)]
  }

  private static func note(_ entry: Entry) -> HTML {
    HTML.field(
      label: "Note",
      name: "note",
      value: entry.note,
      kind: .textarea,
      attributes: [("maxlength", "\(Entry.maxNoteLength)")]
    )
  }

  private static func save(_ context: PageContext) -> HTML {
    """
    <div class="toolbar"><button class="button primary">\(context.say(.formSave))</button></div>
    """
  }

  private static func form(_ report: DayReport, _ request: PageRequest) -> HTML {
    let entry = report.entry
    let target = report.target
    let unit = target?.unit ?? ""
    let value: HTML =
      target == nil
      ? ""
      : HTML.field(
        label: unit.isEmpty ? "Amount" : "Amount, in \(unit)",
        name: "value",
        value: entry.value?.description,
        kind: .number,
        attributes: [("min", "0"), ("step", "any"), ("inputmode", "decimal")]
      )
    return request.form(
      "tracking.check",
      fields: fields(report),
      class: "stack",
      """
      \(HTML.radios(
        legend: "The day was",
        name: "mark",
        options: [("done", "done"), ("open", "not done"), ("skipped", "skipped")],
        selected: choice(report)
      ))\(value)\(note(entry))\(save(request.context))
      """
    )
  }

  /// Returns the selected mark; a value that misses the target leaves the day not done.
  ///
  /// A day that only a vacation skips is not marked: saving its note must not skip it for good.
  private static func choice(_ report: DayReport) -> String {
    switch report.status {
    case .done: "done"
    case .skipped: report.entry.mark == .skipped ? "skipped" : "open"
    case .open, .missed, .protected, .notDue: "open"
    }
  }
}
