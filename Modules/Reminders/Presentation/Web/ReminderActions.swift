import Core
import Pages
import Presentation
import RemindersContract
import TrackingContract

/// Handles the forms.
enum ReminderActions {
  static func set(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let habit = try fields.id("habit", as: HabitID.self)
    let isTomorrow = fields["tomorrow"] == "on"
    let day = isTomorrow ? context.today.advanced(by: 1) : nil
    let slot = ReminderSlot(minutes: try time("time", fields).minutes, day: day)
    let weekdays = Set(fields.all("weekday").compactMap { Weekday($0) })
    let reply = try await context.send(
      SetReminder(habit: habit, slot: slot, weekdays: weekdays.count == 7 ? [] : weekdays)
    )
    return .done(try await said(of: reply, context))
  }

  /// Returns when a habit reminds now, with what keeps that from coming or from being seen.
  private static func said(
    of habit: HabitReminders,
    _ context: PageContext
  ) async throws -> String {
    let values = ["title": habit.label, "times": ReminderViews.words(habit.reminders, context)]
    let words = context.say(.remindSet, values)
    let report = try await context.ask(AllReminders())
    guard let caveat = ReminderCaveat(habit.reminders, report) else {
      return promised(words, context)
    }
    let limited = "\(words) \(caveat.words(context))"
    return caveat.silencesAll ? limited : promised(limited, context)
  }

  /// Returns words that promise a notice, with what is missing for it to be seen.
  private static func promised(_ words: String, _ context: PageContext) -> String {
    NoticeChannels.canArrive
      ? words : "\(words) \(context.say(.remindersOnlyInbox))"
  }

  static func remove(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let habit = try fields.id("habit", as: HabitID.self)
    let minutes = try time("time", fields).minutes
    let day = try fields.day("day")
    // Pages that were opened with an earlier version do not say which of those at the time.
    let slot = fields["day"].map { _ in ReminderSlot(minutes: minutes, day: day) }
    let reply = try await context.send(
      RemoveReminders(habit: habit, minutes: minutes, slot: slot)
    )
    guard !reply.reminders.isEmpty else {
      return .done(context.say(.remindNone, ["title": reply.label]))
    }
    // A page that was opened before the habit was archived still offers to take them back.
    guard try await RemindableHabits.all(context).contains(where: { $0.id == habit }) else {
      return .done(context.say(.remindArchived, ["title": reply.label]))
    }
    return .done(try await said(of: reply, context))
  }

  private static func time(_ name: String, _ fields: FormFields) throws -> TimeOfDay {
    let text = fields.text(name) ?? ""
    // Some browsers also send seconds.
    let parts = text.split(separator: ":").prefix(2).joined(separator: ":")
    guard let time = TimeOfDay(parts) else {
      throw DomainError(
        "bad-time",
        "“\(text)” is not a time of day. Nothing was changed: give a time such as 19:00.",
        isFinal: true,
        about: name
      )
    }
    return time
  }

  static func switchAll(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let state = try fields.required("state")
    let report = try await context.send(SetNoticePreference(preference: .reminders, value: state))
    guard report.isOn else { return .done(context.say(.remindersOff)) }
    return .done(promised(context.say(.remindersOn), context))
  }

  static func quiet(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    var value = "off"
    if fields["state"] != "off" {
      value = "\(try time("from", fields))-\(try time("to", fields))"
    }
    let report = try await context.send(
      SetNoticePreference(preference: .quietHours, value: value)
    )
    guard let quiet = report.quiet else { return .done(context.say(.quietOff)) }
    return .done(context.say(.quietOn, quiet.words))
  }

  static func kinds(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let wanted = Set(fields.all("kind"))
    let before = try await context.ask(AllReminders()).kinds
    let kinds = NoticeKind.allCases.filter { !$0.isTimed }
    let changes = kinds.compactMap { kind -> SetNoticePreference? in
      let isOn = wanted.contains(kind.rawValue)
      guard isOn != (before[kind] != false) else { return nil }
      return SetNoticePreference(preference: .kind(kind), value: isOn ? "on" : "off")
    }
    try await context.send(all: changes)
    return .done(context.say(.kindsKept))
  }

  /// Switches the timed kinds: a tick for each, and its time.
  static func moments(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let wanted = Set(fields.all("kind"))
    let changes = try NoticeKind.allCases.filter(\.isTimed).map { kind -> SetNoticePreference in
      let isOn = wanted.contains(kind.rawValue)
      let value = isOn ? try time("time-\(kind.rawValue)", fields).description : "off"
      return SetNoticePreference(preference: .kind(kind), value: value)
    }
    let isOn = try await context.send(all: changes).last?.isOn ?? true
    let kept = context.say(.kindsKept)
    guard !wanted.isEmpty else { return .done(kept) }
    return .done(isOn ? promised(kept, context) : "\(kept) \(context.say(.remindersOff))")
  }

  static func read(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    try await context.send(MarkRead())
    return .back
  }
}
