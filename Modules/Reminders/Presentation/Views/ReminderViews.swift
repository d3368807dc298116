import Commands
import Core
import Presentation
import RemindersContract
import Terminal
import TrackingContract

/// Views of reminders and preferences.
enum ReminderViews {
  static func of(_ report: RemindersReport, _ context: any SpaceContext) -> [any View] {
    let quiet = report.quiet.map { " Quiet hours: \($0)." } ?? ""
    let state = context.say(report.isOn ? .remindersOn : .remindersOff)
    let kinds = report.known.map { kind in
      [
        Text(kind.rawValue), onOff(report.state(of: kind)),
        Text(purpose(of: kind, report, context), .muted),
      ]
    }
    let views: [any View] = [
      Paragraph(Text(state, report.isOn ? .bold : .warning) + Text(quiet)),
      Table([.init("Notice"), .init("Is"), .init("What for", fit: .truncates)], rows: kinds),
      list(report, context),
    ]
    // While notices are off, none waits anywhere.
    guard report.isOn else { return views + [NextStep("trellis reminders on")] }
    let next = NextStep("trellis remind HABIT 19:00 --on mon,wed")
    return views + [Paragraph(Text(channel(context), .muted)), next]
  }

  /// Returns what a kind is for, and its time where quiet hours make it come earlier.
  static func purpose(
    of kind: NoticeKind,
    _ report: RemindersReport,
    _ context: any SpaceContext
  ) -> String {
    let (today, calendar) = (context.today, context.calendar)
    guard kind == .atRisk,
      WarningTime.isEarly(on: today, quiet: report.quiet, calendar: calendar)
    else { return kind.summary(in: context.product.policies) }
    let at = WarningTime.on(today, quiet: report.quiet, calendar: calendar)
    return context.say(.remindersEarlyWarning, ["time": at.clockTime(in: calendar.zone)])
  }

  /// Returns how notices currently reach the user.
  static func channel(_ context: any SpaceContext) -> String {
    let channels = NoticeChannels.current
    guard channels.isAwake else { return context.say(.remindersChannel) }
    return context.say(channels.reachesDesktop ? .remindersDesktop : .remindersNoDesktop)
  }

  private static func onOff(_ state: String) -> Text {
    Text(state, state == "off" ? .muted : .accent)
  }

  static func list(_ report: RemindersReport, _ context: any SpaceContext) -> any View {
    guard !report.items.isEmpty else {
      return Paragraph(Text(context.say(.remindersEmpty), .muted))
    }
    return Table(
      [.init("Habit", fit: .truncates), .init("Reminders", fit: .wraps)],
      rows: report.items.map { item in
        [
          Text(item.label),
          Text(words(item.reminders, context), .accent),
        ]
      }
    )
  }

  /// Returns the output of setting or removing a reminder.
  static func changed(
    _ reminders: HabitReminders,
    _ report: RemindersReport,
    isFirst: Bool,
    _ context: any SpaceContext
  ) -> [any View] {
    guard !reminders.reminders.isEmpty else {
      return [Confirmation(context.say(.remindNone, ["title": reminders.label]))]
    }
    let values = ["title": reminders.label, "times": words(reminders.reminders, context)]
    var views: [any View] = [Confirmation(context.say(.remindSet, values))]
    if let caveat = ReminderCaveat(reminders.reminders, report) {
      let words = caveat.words(context)
      views.append(Paragraph(Text(words, caveat.silencesAll ? .warning : .muted)))
      if let command = caveat.command { return views + [NextStep(command)] }
    }
    if isFirst {
      views.append(Paragraph(Text(channel(context), .muted)))
    } else if !NoticeChannels.current.reachesDesktop {
      views.append(Paragraph(Text(context.say(.remindNoDesktop), .muted)))
    }
    return views
  }

  /// Returns what is shown instead of the reminders of a habit in the archive.
  static func archived(
    _ habit: RemindableHabits.Item,
    _ context: any SpaceContext
  ) -> [any View] {
    [
      Paragraph(Text(context.say(.remindArchived, ["title": habit.label]))),
      NextStep("trellis edit \(ShellWord.quoted(habit.title)) --unarchive"),
    ]
  }

  /// Returns all reminders, however many: no other command lists them.
  static func words(_ reminders: [Reminder], _ context: any SpaceContext) -> String {
    reminders.map { words($0, context) }.listed(with: "and")
  }

  private static func words(_ reminder: Reminder, _ context: any SpaceContext) -> String {
    let time = "at \(TimeOfDay(reminder.slot.minutes))"
    if let day = reminder.slot.day {
      let isTomorrow = context.today.advanced(by: 1) == day
      let words = isTomorrow ? "tomorrow" : day.relativeWords(today: context.today)
      return "\(words) \(time)"
    }
    guard !reminder.weekdays.isEmpty else { return "every day \(time)" }
    return "on \(reminder.weekdays.map(\.name).listed(with: "and")) \(time)"
  }
}
