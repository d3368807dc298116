import CommandKit
import Core
import PageKit
import RemindersContract
import TrackingContract

/// The reminders of one habit, with the means to add one and take one back.
enum HabitTimes {
  /// On the page of a habit.
  static func card(_ visit: Visit) async throws -> HTML? {
    let habit = try visit.id(as: HabitID.self)
    let session = visit.session
    guard session.product.policies.allowsNotices else { return nil }
    let report = try await session.ask(AllReminders())
    let times = report.items.first { $0.habit == habit }?.reminders ?? []
    let off: HTML = report.isOn ? "" : "<p class=\"small muted\">\(session.say(.remindersOff))</p>"
    return HTML.card(
      session.say(.remindersTab),
      "\(off)\(list(of: habit, times, session.say(.remindersThis), visit))"
    )
  }

  /// - Parameter title: whose they are, for screen readers.
  static func list(
    of habit: HabitID,
    _ times: [Reminder],
    _ title: String,
    _ visit: Visit
  ) -> HTML {
    let session = visit.session
    let set = times.map { chip($0, habit, title, visit) }.joined()
    let chips: HTML =
      times.isEmpty
      ? "<p class=\"muted small\">\(session.say(.remindersNoTime))</p>"
      : "<ul class=\"cluster times\">\(set)</ul>"
    return "\(chips)\(HTML.disclosure(session.say(.remindersAdd), form(habit, visit)))"
  }

  private static func chip(
    _ reminder: Reminder,
    _ habit: HabitID,
    _ title: String,
    _ visit: Visit
  ) -> HTML {
    let session = visit.session
    let time = TimeOfDay(reminder.slot.minutes).description
    let label = session.say(.remindersRemove, ["time": time, "title": title])
    return """
      <li class="chip"><b>\(time)</b> <span>\(days(reminder, session))</span>\
      \(visit.button(
        "reminders.remove-reminder",
        fields: [("habit", habit.description), ("time", time)],
        class: "times-remove",
        label: label,
        "<span aria-hidden=\"true\">×</span>"
      ))</li>
      """
  }

  static func days(_ reminder: Reminder, _ session: Session) -> String {
    if let day = reminder.slot.day {
      let isTomorrow = session.today.advanced(by: 1) == day
      return isTomorrow ? session.say(.remindersTomorrow) : day.shortWords(today: session.today)
    }
    let names = reminder.weekdays.map { String($0.name.prefix(3)) }
    return names.isEmpty ? session.say(.remindersEveryDay) : names.joined(separator: ", ")
  }

  private static func form(_ habit: HabitID, _ visit: Visit) -> HTML {
    let session = visit.session
    let first = session.calendar.weekStart.rawValue
    let week = (0..<7).compactMap { Weekday(rawValue: (first - 1 + $0) % 7 + 1) }
    let boxes = week.map { day in
      HTML.checkbox(label: String(day.name.prefix(3)), name: "weekday", value: day.abbreviation)
    }
    return visit.form(
      "reminders.set-reminder",
      fields: [("habit", habit.description)],
      class: "stack",
      """
      \(HTML.field(
        label: session.say(.remindersTime),
        name: "time",
        value: "19:00",
        kind: .time,
        required: true
      ))\
      <fieldset class="weekdays"><legend>\(session.say(.remindersDays))</legend>\
      <div class="cluster">\(boxes.joined())</div><p class="small muted">\(session.say(.remindersDaysHint))</p></fieldset>\
      <p><button class="button">\(session.say(.remindersAddButton))</button></p>
      """
    )
  }
}
