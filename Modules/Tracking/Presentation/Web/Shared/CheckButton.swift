import Core
import Pages
import TrackingContract

/// A button that marks a day as done, or undoes that.
struct CheckButton {
  let habit: Habit
  let day: Day
  let status: DisplayStatus
  /// The label for screen readers, which announce the pressed state themselves.
  let label: String
  let style: String
  /// The share of the target that is reached, drawn around an open day; nil to draw none.
  var share: Double?

  /// Returns the form of the button, which contains the mark to set.
  ///
  /// A fixed mark makes the last of several quick taps win. `data-back` is the mark that the next
  /// tap sets while the response is pending.
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
      \(DayIcon.html(status, habit.details.color, request.context, share: share))</button>
      """
    )
  }
}
