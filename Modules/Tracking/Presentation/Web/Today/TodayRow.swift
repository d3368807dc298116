import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// One habit of the day, with its state and the forms that change it.
struct TodayRow {
  let item: TodayReport.Item
  let day: Day
  let request: PageRequest
  /// Whether the title links to the habit's page; false on that page itself.
  var isLinked = true

  var html: HTML {
    """
    <li class="habit" data-id="\(item.habit.id.description)" \
    data-state="\(item.status.rawValue)">\(check)\
    <div class="habit-body"><p class="habit-title">\
    \(title)\(HabitComponents.important(details))</p>\
    \(facts)\(note)</div>\(measure)\(more)</li>
    """
  }

  private var details: HabitDetails { item.details }
  private var context: PageContext { request.context }
  private var isToday: Bool { day == context.today }

  private var fields: [(name: String, value: String)] {
    [("habit", item.habit.id.description), ("day", day.description)]
  }

  private var title: HTML {
    guard isLinked else { return "\(item.title)" }
    return "\(details.face) \(HTML.link(item.habit.id.path, item.title))"
  }

  // MARK: Check

  private var check: HTML {
    CheckButton(
      habit: item.habit,
      day: day,
      status: item.status,
      label: "\(item.title) done",
      style: "check",
      share: share
    )
    .html(request)
  }

  /// The share of the target that is reached; nil for a habit without a target to reach.
  private var share: Double? {
    guard let target = item.target, target.direction == .atLeast, let value = item.entry?.value
    else { return nil }
    return min(1, value.value / target.amount.value)
  }

  // MARK: Text

  private var facts: HTML? {
    let words = [HabitComponents.streak(isToday ? item.streak : nil, context), amount, state]
      .compactMap { $0 }
    guard !words.isEmpty else { return nil }
    return "<p class=\"habit-facts small\">\(words.joined())</p>"
  }

  private var amount: HTML? {
    item.amount.map { "<span>\($0.words(context.number))</span>" }
  }

  private var state: HTML? {
    switch item.status {
    case .done: return HTML.spoken("done")
    case .notDue: return "<span class=\"muted\">\(item.notDueWords)</span>"
    case .skipped, .protected, .missed:
      return "<span class=\"muted\">\(item.status.words(context))</span>"
    case .open: break
    }
    if isToday, context.showsStreaks, item.streak?.atRisk == true {
      return "<span class=\"at-risk\">\(context.say(.todayAtRisk))</span>"
    }
    return details.question.isEmpty ? nil : "<span class=\"muted\">\(details.question)</span>"
  }

  private var note: HTML? {
    if let note = item.entry?.writtenNote { return "<p class=\"habit-note small\">\(note)</p>" }
    guard isLinked, !details.notes.isEmpty else { return nil }
    return "<p class=\"habit-note small muted\">\(details.firstNotesLine)</p>"
  }

  // MARK: Forms

  /// The form of a measured habit: sets the amount, or changes it by a step.
  ///
  /// Enter presses the first button of a form, so that one sets the amount.
  private var measure: HTML? {
    guard let target = item.target else { return nil }
    let unit = target.unit.isEmpty ? "amount" : target.unit
    return request.form(
      "tracking.measure",
      fields: fields,
      class: "measure",
      label: "\(item.title), \(unit)",
      """
      <button class="visually-hidden" tabindex="-1" aria-hidden="true">\(context.say(.formSave))</button>\
      \(step(-1, "−", "less", target))\
      <input type="number" name="value" min="0" step="any" inputmode="decimal" \
      aria-label="\(item.title): \(unit)"\(attribute: "value", item.entry?.value?.description)>\
      \(step(1, "+", "more", target))\
      \(HTML.submit(context.say(.formSave), about: "\(item.title), \(unit)", style: "button quiet"))
      """
    )
  }

  /// A button that adds a step, whatever is typed beside it: the script keeps that as it is.
  private func step(_ sign: Int64, _ label: String, _ words: String, _ target: Target) -> HTML {
    let step = target.step
    let by = Amount(thousandths: sign * step.thousandths).description
    return """
      <button class="button icon-only" name="by" value="\(by)" \
      aria-label="\(item.title): \(step.description) \(words)" formnovalidate>\(label)</button>
      """
  }

  /// The link to change the habit; the habit's own page has it at its head.
  private var edit: HTML? {
    guard isLinked else { return nil }
    return HTML.link(
      "\(item.habit.id.path)/edit",
      style: "button quiet",
      label: "Edit \(item.title)",
      "\(Icon.pencil.html) Edit"
    )
  }

  /// The button that skips the day or takes that back; a vacation is taken back on its own page.
  private var skip: HTML {
    guard item.status == .skipped else {
      return mark("skipped", "Skip this day")
    }
    guard item.entry?.mark == .skipped else {
      return HTML.link(VacationsPage.path, context.say(.vacationsTitle), style: "button quiet")
    }
    return mark("open", "Do not skip")
  }

  private func mark(_ value: String, _ words: String) -> HTML {
    HTML.submit(
      words,
      about: item.title,
      style: "button quiet",
      sends: (name: "mark", value: value)
    )
  }

  private var more: HTML {
    let form = request.form(
      "tracking.note",
      fields: fields,
      class: "stack",
      """
      <label class="field"><span>Note</span><textarea name="note" rows="2" \
      aria-label="Note: \(item.title)" \
      maxlength="\(Entry.maxNoteLength)">\n\(item.entry?.note ?? "")</textarea></label>\
      <div class="toolbar">\(HTML.submit(context.say(.formSave), about: "\(item.title), note"))\
      \(skip)\(edit)</div>
      """
    )
    let words = isLinked ? "Note, skip or edit" : "Note or skip"
    return """
      <details class="habit-more"><summary aria-label="\(words): \(item.title)">⋯</summary>\
      \(form)</details>
      """
  }
}
