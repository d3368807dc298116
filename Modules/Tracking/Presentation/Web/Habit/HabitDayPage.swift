import Core
import Pages
import Presentation
import TrackingContract

/// The page of one day of one habit: its entry, and a form to edit it if the product allows.
enum HabitDayPage {
  static let page = Page("/habits/{id}/days/{day}") { request in
    let context = request.context
    let habit = try await request.habit()
    let day = try request.day()
    let report = try await DayReport.load(habit, day, context)
    let mayEdit = context.backfill.allows(day) && !habit.details.archived
    return PageContent(
      title: "\(habit.details.title), \(day.words)",
      body: """
        \(HTML.wayBack(habit.id.path, habit.details.title))\
        <header class="page-head"><div><h1>\
        \(HTML.titled(habit.details.face, "\(habit.details.title)"))</h1><p class="muted">\(day.words)</p></div></header>\
        \(DayLinks.html(day, context.today) { habit.id.path(on: $0) })\
        \(HTML.card(nil, what(report, context)))\
        \(mayEdit ? HTML.card(context.say(.dayChange), form(report, request)) : locked(report, context))
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

  /// Says why a day cannot be changed.
  private static func locked(_ report: DayReport, _ context: PageContext) -> HTML {
    let words =
      if report.day > context.today {
        context.say(.dayAhead)
      } else if context.backfill.allows(report.day) {
        context.say(.dayArchived)
      } else {
        context.say(.dayLocked, ["days": context.backfill.words])
      }
    return "<p class=\"muted\">\(words)</p>"
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
      fields: [("habit", report.habit.id.description), ("day", report.day.description)],
      class: "stack",
      """
      \(HTML.radios(
        legend: "The day was",
        name: "mark",
        options: [("done", "done"), ("open", "not done"), ("skipped", "skipped")],
        selected: choice(report.status)
      ))\(value)\
      \(HTML.field(
        label: "Note",
        name: "note",
        value: entry.note,
        kind: .textarea,
        attributes: [("maxlength", "\(Entry.maxNoteLength)")]
      ))\
      <div class="toolbar"><button class="button primary">\
      \(request.context.say(.formSave))</button></div>
      """
    )
  }

  /// Returns the selected mark; a value that misses the target leaves the day not done.
  private static func choice(_ status: DisplayStatus) -> String {
    switch status {
    case .done: "done"
    case .skipped: "skipped"
    case .open, .missed, .protected, .notDue: "open"
    }
  }
}
