import ArgumentParser
import Commands
import Core
import Presentation
import Terminal
import TrackingContract

struct JoinCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Make one habit of two that are the same.",
    usage: """
      trellis join HABIT INTO [--yes]
      trellis join --separate HABIT
      """,
    discussion: """
      The days of the first habit count for the second from then on, which keeps its rhythm and \
      target; of two marks of one day the later counts. Asks first, and can be taken back with \
      --separate.

      Examples:
        trellis join Reading Read
        trellis join --separate Reading
      """
  )

  @Argument(help: "The habit: its title, the beginning of it, or its id.", completion: .allHabits)
  var habit: String

  @Argument(help: "The habit for which its days count.", completion: .allHabits)
  var into: String?

  @Flag(help: "Make it a habit of its own again.")
  var separate = false

  @Flag(name: [.long, .short], help: "Do not ask.")
  var yes = false

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard (into == nil) != separate else { return }
    throw ValidationError(
      "Name the habit and the one for which its days count (trellis join HABIT INTO), or only the "
        + "habit with --separate."
    )
  }

  func run(in context: CommandContext) async throws {
    guard let into else { return try await makeSeparate(in: context) }
    let from = try await context.ask(FindHabit(text: habit))
    let root = try await context.ask(FindHabit(text: into))
    guard try await isConfirmed(from, root, context) else {
      try context.show(JoinDocument(from, root, joined: false)) {
        [Paragraph(Text(context.say(.habitsKeptApart)))]
      }
      return
    }
    let joined = try await context.send(
      JoinHabits(from: from.id, into: root.id, confirmed: true)
    )
    try context.show(JoinDocument(from, joined.into, joined: true)) {
      let titles = ["title": joined.title, "into": joined.into.details.title]
      return [Confirmation(context.say(.habitsJoined, titles))]
    }
  }

  private func makeSeparate(in context: CommandContext) async throws {
    let joined = try await context.ask(JoinedHabits())
    guard !joined.isEmpty else {
      throw DomainError(
        "nothing-joined",
        "No habit is joined into another one, so there is nothing to separate. Nothing was changed."
      )
    }
    let names = joined.map {
      NamedHabit(id: $0.id, title: $0.title, detail: "in “\($0.into.details.title)”")
    }
    let found = try HabitFinder.find(habit, among: names)
    let separated = try await context.send(SeparateHabit(habit: found.id))
    try context.show(JoinDocument(separated, nil, joined: false)) {
      [Confirmation(context.say(.habitSeparated, ["title": separated.details.title]))]
    }
  }

  /// Asks for confirmation on a terminal; otherwise throws an error that names the `--yes` flag.
  private func isConfirmed(
    _ from: Habit,
    _ root: Habit,
    _ context: CommandContext
  ) async throws -> Bool {
    if yes { return true }
    do {
      _ = try await context.send(JoinHabits(from: from.id, into: root.id, confirmed: false))
      return true
    } catch let refusal as DomainError where refusal.code == "needs-confirmation" {
      let titles = [from, root].map { ShellWord.quoted($0.details.title) }
      return try context.isConfirmed(
        refusal.message,
        "Join them?",
        otherwise: "To join them, add --yes: trellis join \(titles.joined(separator: " ")) --yes"
      )
    }
  }
}
