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

  @Argument(help: "on or off, for all notices.", completion: .list(["on", "off"]))
  var state: String?

  @Option(help: "Hours in which nothing is said, such as 22:00-07:00, or off.")
  var quiet: String?

  @Option(
    parsing: .singleValue,
    help: "Switch one kind of notice, such as at-risk=off; may be repeated."
  )
  var kind: [KindArgument] = []

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    var changes = kind.map { SetNoticePreference(preference: .kind($0.kind), value: $0.value) }
    if let quiet { changes.append(SetNoticePreference(preference: .quietHours, value: quiet)) }
    if let state { changes.append(SetNoticePreference(preference: .reminders, value: state)) }
    for change in changes { try await context.send(change) }
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
    guard parts.count == 2, let kind = NoticeKind(rawValue: String(parts[0])) else { return nil }
    let isTime = kind.isTimed && TimeOfDay(String(parts[1])) != nil
    guard isTime || ["on", "off"].contains(parts[1]) else { return nil }
    self.kind = kind
    value = String(parts[1])
  }
}
