import Core
import Presentation
import RemindersContract

/// What keeps the reminders of a habit from coming at their times.
enum ReminderCaveat: Equatable {
  /// All notices are off.
  case noticesOff
  /// Reminders are off, while other notices come.
  case remindersOff
  /// Some of the times are within quiet hours.
  case quiet(QuietHours)

  /// Returns nil if nothing keeps them.
  init?(_ reminders: [Reminder], _ report: RemindersReport) {
    if !report.isOn {
      self = .noticesOff
    } else if report.kinds[.reminder] == false {
      self = .remindersOff
    } else if let quiet = report.quiet,
      reminders.contains(where: { quiet.contains(minute: $0.slot.minutes) })
    {
      self = .quiet(quiet)
    } else {
      return nil
    }
  }

  /// Whether none comes at all, so that it does not matter where they would be shown.
  var silencesAll: Bool { command != nil }

  /// What a person types for them to come; nil if they come later by themselves.
  var command: String? {
    switch self {
    case .noticesOff: "trellis reminders on"
    case .remindersOff: "trellis reminders --kind reminder=on"
    case .quiet: nil
    }
  }

  func words(_ context: any SpaceContext) -> String {
    switch self {
    case .noticesOff: context.say(.remindersOff)
    case .remindersOff: context.say(.remindKindOff)
    case .quiet(let quiet): context.say(.remindQuiet, ["quiet": quiet.description])
    }
  }
}
