import CommandKit
import Core
import PageKit
import TrackingContract

/// One day of one habit: what it was, when that was said, the note; to be changed where the product
/// lets a person.
enum HabitDayPage {
  static let page = Page("/habits/{id}/days/{day}") { visit in
    let session = visit.session
    let habit = try await visit.habit()
    let day = try visit.day()
    let report = try await DayReport.load(habit, day, session)
    let mayEdit = session.backfill.allows(day) && !habit.details.archived
    return PageContent(
      title: "\(habit.details.title), \(day.words)",
      body: """
        <header class="page-head"><div><h1>\(HTML.dot(habit.details.color.rgbColor)) \
        \(habit.details.title)</h1><p class="muted">\(day.words)</p></div></header>\
        \(DayLinks.html(day, session.today) { habit.id.path(on: $0) })\
        \(HTML.card(nil, what(report, session)))\
        \(mayEdit ? HTML.card(session.say(.dayChange), form(report, visit)) : locked(day, session))\
        <p>\(HTML.link(habit.id.path, session.say(.backToHabit)))</p>
        """
    )
  }

  private static func what(_ report: DayReport, _ session: Session) -> HTML {
    let details = report.habit.details
    let amount = HabitPiece.amount(report.entry.value, of: details.target)
    let run = report.inCurrentStreak && session.showsStreaks ? "part of your current streak" : nil
    let facts = [amount, DayTime.words(report, session), run].compactMap { $0 }
    return """
      <div class="habit-line large">\(DaySign.html(report.status, details.color, session))<div>\
      <p class="habit-title">\(report.status.words(session))</p>\
      \(facts.isEmpty ? nil : "<p class=\"small muted\">\(facts.joined(separator: " · "))</p>")\
      \(report.entry.writtenNote.map { note -> HTML in "<p class=\"habit-note\">\(note)</p>" })\
      </div></div>
      """
  }

  private static func locked(_ day: Day, _ session: Session) -> HTML {
    let phrase: Phrase = day > session.today ? .dayAhead : .dayLocked
    return "<p class=\"muted\">\(session.say(phrase))</p>"
  }

  private static func form(_ report: DayReport, _ visit: Visit) -> HTML {
    let entry = report.entry
    let target = report.habit.details.target
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
    return visit.form(
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
        attributes: [("maxlength", "\(HabitDetails.longestText)")]
      ))\
      <div class="toolbar"><button class="button primary">\
      \(visit.session.say(.formSave))</button></div>
      """
    )
  }

  /// A number that falls short of the target is kept, and the day is not done.
  private static func choice(_ status: ShownStatus) -> String {
    switch status {
    case .done: "done"
    case .skipped: "skipped"
    case .open, .missed, .protected, .notDue: "open"
    }
  }
}
