import Core
import Pages
import TrackingContract

/// One tap that marks a day as done, or takes that back.
struct CheckButton {
  let habit: Habit
  let day: Day
  let status: ShownStatus
  /// What screen readers say; whether it is pressed they say by themselves.
  let label: String
  let style: String

  /// What a tap asks for is written into the form, so that of several quick taps the last one
  /// holds; `data-back` is what the next tap asks for while there is no answer.
  func html(_ request: PageRequest) -> HTML {
    let isDone = status == .done
    let (next, back) = isDone ? (Mark.open, Mark.done) : (.done, .open)
    return request.form(
      "tracking.check",
      fields: [("habit", habit.id.description), ("day", day.description)],
      class: "check-form",
      """
      <button class="\(style)" name="mark" value="\(next.rawValue)" data-back="\(back.rawValue)" \
      aria-pressed="\(isDone ? "true" : "false")" aria-label="\(label)">\
      \(DaySign.html(status, habit.details.color, request.context))</button>
      """
    )
  }
}
