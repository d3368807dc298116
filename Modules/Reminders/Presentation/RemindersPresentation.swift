import Commands
import Core
import Presentation
import RemindersContract
import SobrietyContract
import StreaksContract

/// Reminders and the inbox on the command line.
public enum RemindersPresentation: CommandPresentation {
  public static let module = "reminders"

  public static let commands: [any TrellisCommand.Type] = [
    RemindCommand.self, RemindersCommand.self, InboxCommand.self,
  ]

  public static let settings: [Setting] = NoticePreference.allCases.map { preference in
    preference.setting(in: Policies())
  }

  /// The settings of timed kinds are about sober days alone.
  public static func settings(for product: Product) -> [Setting] {
    let hasDiary = product.answers(SoberDiary.self)
    return NoticePreference.allCases.filter { hasDiary || !$0.isTimed }.map { preference in
      preference.setting(in: product.policies)
    }
  }

  public static let phrases = RemindersPhrases.all + RemindersPhrases.web

  /// A notice is reported in the words in which it was given.
  public static let sentences = [
    EventSentence(NoticeDue.self) { due, _, context in
      let found = try await context.ask(FindNotices(notices: [due.notice.id])).first
      return found.map { NoticeWords.of($0, context) }
    }
  ]
}

extension NoticePreference {
  fileprivate func setting(in policies: Policies) -> Setting {
    Setting(
      key: rawValue,
      summary: summary(in: policies),
      values: values,
      read: { context in
        guard context.product.policies.allowsNotices else { return "off" }
        return value(in: try await context.ask(AllReminders()))
      },
      write: { context, value in
        try await context.send(SetNoticePreference(preference: self, value: value))
      }
    )
  }

  fileprivate var isTimed: Bool {
    guard case .kind(let kind) = self else { return false }
    return kind.isTimed
  }

  private var values: String {
    if self == .quietHours { return "22:00-07:00, off" }
    guard case .kind(let kind) = self, kind.isTimed else { return Setting.onOrOff }
    return "\(TimeOfDay(kind.usualMinutes)), off"
  }

  private func value(in report: RemindersReport) -> String {
    switch self {
    case .reminders: report.isOn ? "on" : "off"
    case .quietHours: report.quiet?.description ?? "off"
    case .kind(let kind): report.state(of: kind)
    }
  }

  private func summary(in policies: Policies) -> String {
    switch self {
    case .reminders: "All notices, reminders included."
    case .quietHours:
      "When no notice is given: what is still open comes before they begin, what else holds as they "
        + "end."
    case .kind(.atRisk): "Two hours before the day ends, or before quiet hours, what is still open."
    case .kind(let kind): kind.summary(in: policies)
    }
  }
}

extension RemindersReport {
  /// `on`, `off`, or the time of a timed kind.
  func state(of kind: NoticeKind) -> String {
    if kind.isTimed { return times?[kind].map { TimeOfDay($0).description } ?? "off" }
    return kinds[kind] == false ? "off" : "on"
  }

  /// The kinds that exist here, in order.
  var known: [NoticeKind] { NoticeKind.allCases.filter { kinds[$0] != nil } }
}

extension NoticeKind {
  /// Returns the purpose of the kind, in a few words.
  func summary(in policies: Policies) -> String {
    switch self {
    case .reminder: "Reminders at the times you chose."
    case .atRisk: "Two hours before the day ends, what is still open."
    case .milestone: "When a streak reaches \(policies.milestoneWords)."
    case .broken: "The morning after a streak ended, a word to begin again."
    case .weekly: "Once a week, how your long streaks go on."
    case .pledge: "In the morning, at a time you choose, until you have pledged."
    case .review: "In the evening, at a time you choose, until you have looked back."
    }
  }
}

extension Policies {
  /// `7, 30, 60, 100 or 365`; those after a year are not listed one by one.
  fileprivate var milestoneWords: String {
    let shown = milestones.filter { $0 <= 365 }.map(String.init)
    let words = shown.listed(with: "or")
    return milestones.count > shown.count ? "\(words), and with each further year" : words
  }
}
