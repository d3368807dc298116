import Core
import Pages
import Presentation
import RemindersContract
import TrackingContract

/// The reminders of one habit, with controls to add and remove them.
enum HabitTimes {
  /// Returns the card on the page of a habit; nil for one in the archive, which nothing reminds of.
  static func card(_ request: PageRequest) async throws -> HTML? {
    let habit = try request.id(as: HabitID.self)
    let context = request.context
    guard context.product.policies.allowsNotices else { return nil }
    // The page itself has asked this, so it costs nothing.
    if RemindableHabits.areTracked(context),
      try await context.ask(AllHabits(includesArchived: true))
        .contains(where: { $0.id == habit && $0.details.archived })
    {
      return nil
    }
    let report = try await context.ask(AllReminders())
    let times = report.items.first { $0.habit == habit }?.reminders ?? []
    let caveat = ReminderCaveat(times, report)
    var hints = [caveat?.words(context)]
    if caveat?.silencesAll != true, !NoticeChannels.canArrive {
      hints.append(context.say(.remindersNoDesktop))
    }
    let lines = hints.compactMap { $0 }.map { "<p class=\"small muted\">\($0)</p>" as HTML }
    return HTML.card(
      context.say(.remindersTab),
      "\(lines.joined())\(list(of: habit, times, context.say(.remindersThis), request))"
    )
  }

  /// - Parameter title: The habit's title, for screen readers.
  static func list(
    of habit: HabitID,
    _ times: [Reminder],
    _ title: String,
    _ request: PageRequest
  ) -> HTML {
    let context = request.context
    let set = times.map { chip($0, habit, title, request) }.joined()
    let chips: HTML =
      times.isEmpty
      ? "<p class=\"muted small\">\(context.say(.remindersNoTime))</p>"
      : "<ul class=\"cluster times\">\(set)</ul>"
    let add = HTML.disclosure(
      context.say(.remindersAdd),
      subject: "for \(title)",
      form(habit, title, request)
    )
    return "\(chips)\(add)"
  }

  private static func chip(
    _ reminder: Reminder,
    _ habit: HabitID,
    _ title: String,
    _ request: PageRequest
  ) -> HTML {
    let context = request.context
    let time = TimeOfDay(reminder.slot.minutes).description
    let label = context.say(.remindersRemove, ["time": time, "title": title])
    return """
      <li class="chip"><b>\(time)</b> <span>\(days(reminder, context))</span>\
      \(request.button(
        "reminders.remove-reminder",
        fields: [
          ("habit", habit.description), ("time", time),
          ("day", reminder.slot.day?.description ?? ""),
        ],
        class: "times-remove",
        label: label,
        "<span aria-hidden=\"true\">×</span>"
      ))</li>
      """
  }

  static func days(_ reminder: Reminder, _ context: PageContext) -> String {
    if let day = reminder.slot.day {
      let isTomorrow = context.today.advanced(by: 1) == day
      return isTomorrow ? context.say(.remindersTomorrow) : day.shortWords(today: context.today)
    }
    let names = reminder.weekdays.map { String($0.name.prefix(3)) }
    return names.isEmpty ? context.say(.remindersEveryDay) : names.joined(separator: ", ")
  }

  private static func form(_ habit: HabitID, _ title: String, _ request: PageRequest) -> HTML {
    let context = request.context
    let words = context.say(.remindersAddButton)
    let first = context.calendar.weekStart.rawValue
    let week = (0..<7).compactMap { Weekday(rawValue: (first - 1 + $0) % 7 + 1) }
    let boxes = week.map { day in
      HTML.checkbox(label: String(day.name.prefix(3)), name: "weekday", value: day.abbreviation)
    }
    return request.form(
      "reminders.set-reminder",
      fields: [("habit", habit.description)],
      class: "stack",
      label: "\(words): \(title)",
      """
      \(HTML.field(
        label: context.say(.remindersTime),
        name: "time",
        value: "19:00",
        kind: .time,
        required: true
      ))\
      <fieldset class="weekdays"><legend>\(context.say(.remindersDays))</legend>\
      <div class="cluster">\(boxes.joined())</div><p class="small muted">\(context.say(.remindersDaysHint))</p></fieldset>\
      \(HTML.checkbox(label: context.say(.remindersOnce), name: "tomorrow"))\
      <p>\(HTML.submit(words, about: title))</p>
      """
    )
  }
}
