import CommandKit
import Core
import RemindersContract
import TrackingContract

/// Reminders and preferences for a person.
enum ReminderViews {
  static func of(_ report: RemindersReport, _ session: Session) -> [any View] {
    let quiet = report.quiet.map { " Quiet hours: \($0)." } ?? ""
    let state = session.say(report.isOn ? .remindersOn : .remindersOff)
    let kinds = NoticeKind.allCases.map { kind in
      [
        Text(kind.rawValue), onOff(report.kinds[kind] != false), Text(kind.summary, .muted),
      ]
    }
    return [
      Paragraph(Text(state, report.isOn ? .bold : .warning) + Text(quiet)),
      Table([.init("Notice"), .init("Is"), .init("What for", fit: .truncates)], rows: kinds),
      list(report, session),
      Paragraph(Text(channel(session), .muted)),
      NextStep(report.isOn ? "trellis remind HABIT 19:00 --on mon,wed" : "trellis reminders on"),
    ]
  }

  /// How notices reach the person now.
  static func channel(_ session: Session) -> String {
    let channels = NoticeChannels.current
    guard channels.isAwake else { return session.say(.remindersChannel) }
    return session.say(channels.reachesDesktop ? .remindersDesktop : .remindersNoDesktop)
  }

  private static func onOff(_ isOn: Bool) -> Text {
    isOn ? Text("on", .accent) : Text("off", .muted)
  }

  static func list(_ report: RemindersReport, _ session: Session) -> any View {
    guard !report.items.isEmpty else {
      return Paragraph(Text(session.say(.remindersEmpty), .muted))
    }
    let titles = DistinctTitles(report.items.map(\.title))
    return Table(
      [.init("Habit", fit: .truncates), .init("Reminders", fit: .truncates)],
      rows: report.items.map { item in
        [
          Text(titles.title(item.title, item.habit)),
          Text(words(item.reminders, session), .accent),
        ]
      }
    )
  }

  /// After a reminder was set or taken back.
  static func changed(
    _ reminders: HabitReminders,
    _ report: RemindersReport,
    isFirst: Bool,
    _ session: Session
  ) -> [any View] {
    guard !reminders.reminders.isEmpty else {
      return [Confirmation(session.say(.remindNone, ["title": reminders.title]))]
    }
    let values = ["title": reminders.title, "times": words(reminders.reminders, session)]
    var views: [any View] = [Confirmation(session.say(.remindSet, values))]
    if !report.isOn {
      views.append(Paragraph(Text(session.say(.remindersOff), .warning)))
      views.append(NextStep("trellis reminders on"))
    }
    if let quiet = report.quiet,
      reminders.reminders.contains(where: { quiet.contains(minute: $0.slot.minutes) })
    {
      let words = session.say(.remindQuiet, ["quiet": quiet.description])
      views.append(Paragraph(Text(words, .muted)))
    }
    if isFirst { views.append(Paragraph(Text(channel(session), .muted))) }
    return views
  }

  static func words(_ reminders: [Reminder], _ session: Session) -> String {
    NoticeWords.joined(reminders.map { words($0, session) })
  }

  private static func words(_ reminder: Reminder, _ session: Session) -> String {
    let time = "at \(TimeOfDay(reminder.slot.minutes))"
    if let day = reminder.slot.day {
      let isTomorrow = session.today.advanced(by: 1) == day
      let words = isTomorrow ? "tomorrow" : day.relativeWords(today: session.today)
      return "\(words) \(time)"
    }
    guard !reminder.weekdays.isEmpty else { return "every day \(time)" }
    return "on \(NoticeWords.joined(reminder.weekdays.map(\.name))) \(time)"
  }
}
