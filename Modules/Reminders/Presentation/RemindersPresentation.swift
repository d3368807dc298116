import Commands
import Core
import Presentation
import RemindersContract

/// Reminders and the inbox on the command line.
public enum RemindersPresentation: CommandPresentation {
  public static let module = "reminders"

  public static let commands: [any TrellisCommand.Type] = [
    RemindCommand.self, RemindersCommand.self, InboxCommand.self,
  ]

  public static let settings: [Setting] = NoticePreference.allCases.map(\.setting)

  public static let phrases = RemindersPhrases.all + RemindersPhrases.web
}

extension NoticePreference {
  fileprivate var setting: Setting {
    Setting(
      key: rawValue,
      summary: summary,
      values: self == .quietHours ? "22:00-07:00, off" : "on, off",
      read: { context in
        guard context.product.policies.allowsNotices else { return "off" }
        return value(in: try await context.ask(AllReminders()))
      },
      write: { context, value in
        try await context.send(SetNoticePreference(preference: self, value: value))
      }
    )
  }

  private func value(in report: RemindersReport) -> String {
    switch self {
    case .reminders: report.isOn ? "on" : "off"
    case .quietHours: report.quiet?.description ?? "off"
    case .kind(let kind): report.kinds[kind] == false ? "off" : "on"
    }
  }

  private var summary: String {
    switch self {
    case .reminders: "All notices, reminders included."
    case .quietHours:
      "When no notice is given: what is still open comes before they begin, what else holds as they "
        + "end."
    case .kind(.atRisk): "Two hours before the day ends, or before quiet hours, what is still open."
    case .kind(let kind): kind.summary
    }
  }
}

extension NoticeKind {
  /// The purpose of the kind, in a few words.
  var summary: String {
    switch self {
    case .reminder: "Reminders at the times you chose."
    case .atRisk: "Two hours before the day ends, what is still open."
    case .milestone: "When a streak reaches 7, 30, 60, 100 or 365."
    case .broken: "The morning after a streak ended, a word to begin again."
    case .weekly: "Once a week, how your long streaks go on."
    }
  }
}
