import Core
import Pages
import Presentation
import RemindersContract

/// The times of the pledge in the morning and of the review in the evening.
enum MomentsCard {
  /// Returns nil if these kinds of notice do not exist.
  static func html(_ report: RemindersReport, _ request: PageRequest) -> HTML? {
    let context = request.context
    let kinds = report.known.filter(\.isTimed)
    guard !kinds.isEmpty else { return nil }
    let rows = kinds.map { row($0, report, context) }
    let form = request.form(
      "reminders.set-moments",
      class: "stack",
      """
      \(rows.joined())<p class="small muted">\(context.say(.momentsHint))</p>\
      <p>\(HTML.submit(context.say(.kindsKeep), about: context.say(.momentsTitle)))</p>
      """
    )
    return HTML.card(context.say(.momentsTitle), form)
  }

  private static func row(
    _ kind: NoticeKind,
    _ report: RemindersReport,
    _ context: PageContext
  ) -> HTML {
    let title = context.say(kind.title)
    let time = TimeOfDay(report.times?[kind] ?? kind.usualMinutes).description
    return """
      <div class="spread moment">\(HTML.checkbox(
        label: title,
        name: "kind",
        value: kind.rawValue,
        isOn: report.kinds[kind] == true
      ))<input type="time" name="time-\(kind.rawValue)" value="\(time)" \
      aria-label="\(context.say(.momentsTime, ["title": title]))"></div>
      """
  }
}
