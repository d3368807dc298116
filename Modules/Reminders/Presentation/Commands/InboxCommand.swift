import ArgumentParser
import Commands
import Core
import Presentation
import RemindersContract

struct InboxCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox",
    abstract: "See the notices you were given.",
    discussion: """
      Whatever is due by now is given first.

      Examples:
        trellis inbox
        trellis inbox --read
      """
  )

  @Flag(help: "Mark all as read.")
  var read = false

  @Flag(help: "Show only what is unread, and nothing where there is none.")
  var new = false

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    try await context.send(GiveDueNotices())
    if read { try await context.send(MarkRead()) }
    let shown =
      new ? try await InboxReport.unread(context) : try await InboxReport.shown(context)
    let freezes = try await FreezeOutcomes.load(shown.items, context)
    try context.show(InboxDocument(shown, freezes: freezes, context)) {
      new && shown.items.isEmpty ? [] : InboxViews.of(shown, freezes: freezes, context)
    }
  }
}
