import ArgumentParser
import CommandKit
import Core
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

  func run(in session: Session) async throws {
    let habits = try await session.ask(AllHabits(includesArchived: all))
    let zone = session.calendar.zone
    let document = ListDocument(items: habits.map { HabitDocument($0, zone: zone) })
    try session.show(document) { ListViews.of(habits, session) }
  }
}
