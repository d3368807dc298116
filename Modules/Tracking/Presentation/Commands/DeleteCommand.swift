import ArgumentParser
import Commands
import Core
import Presentation
import Terminal
import TrackingContract

struct DeleteCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a habit with its whole history.",
    discussion: """
      Asks first and says what would be lost. To put a habit away and keep its history, use \
      “trellis edit HABIT --archive”.

      The copies in your folder lose it with the next one that is made, within a day of use; with \
      --now they lose it at once.

      Example:
        trellis delete Run
      """
  )

  @Argument(help: "The habit: its title, the beginning of it, or its id.", completion: .allHabits)
  var habit: String

  @Flag(name: [.long, .short], help: "Do not ask.")
  var yes = false

  @Flag(help: "Erase it from the copies too, at once.")
  var now = false

  @OptionGroup var global: GlobalOptions

  func run(in context: CommandContext) async throws {
    let found = try await context.ask(FindHabit(text: habit))
    guard try await isConfirmed(found, context) else {
      try context.show(DeletedDocument(found, deleted: false)) {
        [Paragraph(Text(context.say(.habitKept, ["title": found.details.title])))]
      }
      return
    }
    _ = try await context.send(DeleteHabit(habit: found.id, confirmed: true))
    if now { try await context.space.eraseFromCopies() }
    try context.show(DeletedDocument(found, deleted: true)) {
      [Confirmation(context.say(.habitDeleted, ["title": found.details.title]))]
    }
  }

  /// Asks for confirmation on a terminal; otherwise throws an error that names the `--yes` flag.
  private func isConfirmed(_ habit: Habit, _ context: CommandContext) async throws -> Bool {
    if yes { return true }
    do {
      _ = try await context.send(DeleteHabit(habit: habit.id, confirmed: false))
      return true
    } catch let refusal as DomainError where refusal.code == "needs-confirmation" {
      let title = ShellWord.quoted(habit.details.title)
      return try context.isConfirmed(
        refusal.message,
        "Delete it?",
        otherwise: "To delete it, add --yes: trellis delete \(title) --yes"
      )
    }
  }
}

extension DeletedDocument {
  init(_ habit: Habit, deleted: Bool) {
    self.init(id: habit.id, title: habit.details.title, deleted: deleted)
  }
}
