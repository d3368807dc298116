import ArgumentParser
import Commands
import Core
import Presentation
import RemindersContract

struct RemindersCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "reminders",
    abstract: "See all reminders, or switch notices on and off.",
    discussion: """
      Kinds of notices: reminder, at-risk, milestone, broken, weekly.

      Examples:
        trellis reminders off
        trellis reminders --quiet 22:00-07:00
        trellis reminders --kind at-risk=off --kind weekly=off
      """
  )

  @Argument(
    help: "on or off, for all notices.",
    completion: .list(["on", "off"]),
    transform: onOrOff
  )
  var state: String?

  @Option(
    help: "Hours in which nothing is said, such as 22:00-07:00, or off.",
    transform: hoursOrOff
  )
  var quiet: String?

  @Option(
    parsing: .singleValue,
    help: "Switch one kind of notice, such as at-risk=off; may be repeated."
  )
  var kind: [KindArgument] = []

  @OptionGroup var global: GlobalOptions

  private static func onOrOff(_ text: String) throws -> String {
    guard let state = SwitchState(typed: text) else {
      throw ValidationError("“\(text)” is neither on nor off. Nothing was changed.")
    }
    return state.rawValue
  }

  private static func hoursOrOff(_ text: String) throws -> String {
    guard text.lowercased() == "off" || QuietHours(text) != nil else {
      throw ValidationError(
        "“\(text)” are not quiet hours. Nothing was changed: give a start and an end such as "
          + "22:00-07:00, or off."
      )
    }
    return text
  }

  func run(in context: CommandContext) async throws {
    var changes = kind.map { SetNoticePreference(preference: .kind($0.kind), value: $0.value) }
    if let quiet { changes.append(SetNoticePreference(preference: .quietHours, value: quiet)) }
    if let state { changes.append(SetNoticePreference(preference: .reminders, value: state)) }
    try await context.send(all: changes)
    let report = try await context.ask(AllReminders())
    try context.show(RemindersDocument(report)) { ReminderViews.of(report, context) }
  }
}

/// A kind of notice and its switch, `at-risk=off`, or its time, `pledge=07:30`.
struct KindArgument: ExpressibleByArgument, Sendable {
  let kind: NoticeKind
  let value: String

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "=", omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 2, let kind = NoticeKind(rawValue: parts[0]) else { return nil }
    let time = kind.isTimed && TimeOfDay(parts[1]) != nil ? parts[1] : nil
    guard let value = time ?? SwitchState(typed: parts[1])?.rawValue else { return nil }
    self.kind = kind
    self.value = value
  }
}
