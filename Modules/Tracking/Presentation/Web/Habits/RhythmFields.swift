import Core
import Pages
import Presentation
import TrackingContract

/// The fields for how often a habit is due: one of five kinds, each with its own fields.
struct RhythmFields {
  private let schedule: Schedule
  private let weekdays: [Weekday]

  init(_ schedule: Schedule, _ context: PageContext) {
    self.schedule = schedule
    weekdays = context.weekdays
  }

  var html: HTML {
    """
    <fieldset class="rhythm"><legend class="visually-hidden">How often</legend>\
    \(option(.daily, "Every day"))\
    \(option(.weekdays, "On chosen weekdays", days))\
    \(option(.times, "Some times a week or month", quota))\
    \(option(.every, "Every few days", cadence))\
    \(option(.rolling, "Some times in any few days", window))</fieldset>
    """
  }

  private func option(_ rhythm: Rhythm, _ words: String, _ fields: HTML? = nil) -> HTML {
    let isOn = Rhythm(schedule) == rhythm
    let nested = fields.map { fields -> HTML in "<div class=\"nested\">\(fields)</div>" }
    return """
      <div class="rhythm-option"><label class="tick"><input type="radio" name="rhythm" \
      value="\(rhythm.rawValue)"\(attribute: "checked", if: isOn)><span>\(words)</span></label>\
      \(nested)</div>
      """
  }

  private var days: HTML {
    var chosen: Set<Weekday> = []
    if case .weekdays(let days) = schedule { chosen = days }
    let boxes = weekdays.map { box($0, isOn: chosen.contains($0)) }
    return """
      <div class="weekdays" role="group" aria-label="Weekdays">\(boxes.joined())</div>
      """
  }

  private func box(_ day: Weekday, isOn: Bool) -> HTML {
    """
    <label><input type="checkbox" name="weekday" value="\(day.abbreviation)"\
    \(attribute: "checked", if: isOn)><span aria-hidden="true">\(day.name.prefix(2))</span>\
    \(HTML.spoken(day.name))</label>
    """
  }

  private var quota: HTML {
    var (times, isMonth) = (3, false)
    if case .times(let number, let period) = schedule {
      times = number
      isMonth = period == .month
    }
    return """
      \(number("times", times, 1...31, "How many times")) times a \
      <select name="per" aria-label="Week or month"><option value="week"\
      \(attribute: "selected", if: !isMonth)>week</option><option value="month"\
      \(attribute: "selected", if: isMonth)>month</option></select>
      """
  }

  private var cadence: HTML {
    var days = 2
    if case .every(let number) = schedule { days = number }
    return "every \(number("every", days, 1...3650, "Days from one time to the next")) days"
  }

  private var window: HTML {
    var (times, days) = (3, 7)
    if case .times(let number, .rolling(let window)) = schedule { (times, days) = (number, window) }
    return """
      \(number("window-times", times, 1...3650, "How many times")) times in any \
      \(number("window", days, 1...3650, "In how many days")) days
      """
  }

  private func number(
    _ name: String,
    _ value: Int,
    _ range: ClosedRange<Int>,
    _ label: String
  ) -> HTML {
    """
    <input type="number" class="few" name="\(name)" value="\(value)" min="\(range.lowerBound)" \
    max="\(range.upperBound)" aria-label="\(label)">
    """
  }
}
