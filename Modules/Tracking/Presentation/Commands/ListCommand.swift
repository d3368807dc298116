import ArgumentParser
import Commands
import Core
import Presentation
import TrackingContract

struct ListCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the habits.",
    discussion: """
      Example:
        trellis list --all
      """
  )

  @Flag(help: "The archived ones too.")
  var all = false

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    let habits = try await context.ask(AllHabits(includesArchived: all))
    let document = try await ListDocument.load(habits, context)
    let archived = habits.isEmpty ? try await NoHabits.archived(context) : nil
    try context.show(document) { ListViews.of(habits, archived: archived, context) }
  }
}
