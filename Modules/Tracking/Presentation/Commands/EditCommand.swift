import ArgumentParser
import Commands
import Core
import Presentation
import Terminal
import TrackingContract

struct EditCommand: TrellisCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit",
      abstract: "Change a habit; its history stays.",
      discussion: """
        Examples:
          trellis edit Read --title "Read a chapter" --no-target
          trellis edit Run --archive
          trellis edit Run --every 3/week --from 2026-03-02

        A new \(dated) holds from today on; the days before keep theirs. Say --from to mend an \
        earlier day's.
        """
    )
  }

  /// The details that hold from a day, among those that the product offers.
  private static var dated: String {
    MarkableDays.countsStreaks ? "rhythm, target or difficulty" : "rhythm or target"
  }

  enum Shelf: String, EnumerableFlag {
    case archive, unarchive

    static func help(for value: Shelf) -> ArgumentHelp? {
      value == .archive
        ? "Put it away with its history." : "Bring it back from the archive."
    }
  }

  @Argument(help: "The habit: its title, the beginning of it, or its id.", completion: .allHabits)
  var habit: String

  @Option(help: "A new title.")
  var title: String?

  @OptionGroup(title: "Details") var details: HabitOptions

  @Flag(help: "No longer measure it.")
  var noTarget = false

  @Flag var shelf: Shelf?

  @Option(parsing: .unconditional, help: "Its place among the habits: 0 is the top.")
  var position: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The first day of the new \(dated).",
      valueName: "day"
    ),
    transform: DayArgument.read
  )
  var from: DayArgument?

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if let position, position < 0 {
      throw ValidationError("Give a place from 0 on: 0 is the top.")
    }
  }

  func run(in context: CommandContext) async throws {
    let found = try await context.ask(FindHabit(text: habit))
    let patch = try patch(for: found)
    guard !patch.isEmpty else {
      throw ValidationError("Say what to change, for instance --title or --every.")
    }
    let (place, start) = (position, from?.day(today: context.today))
    let edited = try await context.run { space in
      var patch = patch
      if let place {
        // Otherwise the others would have moved for a change that is refused.
        try space.validate(EditHabit(habit: found.id, patch: patch, from: start))
        let habits = try space.ask(AllHabits())
        let order = HabitOrder.placed(found.id, at: place, in: habits)
        try HabitOrder.keep(order, except: found.id, in: space)
        patch.position = order.firstIndex { $0.id == found.id } ?? place
      }
      return try space.send(EditHabit(habit: found.id, patch: patch, from: start))
    }
    let given = try await context.givenReminders()
    try context.show(HabitDocument(edited, remindersOf: given, zone: context.calendar.zone)) {
      [Confirmation(context.say(phrase, ["title": edited.details.title]))]
    }
  }

  private var phrase: Phrase {
    switch shelf {
    case .archive: .habitArchived
    case .unarchive: .habitReturned
    case nil: .habitChanged
    }
  }

  private func patch(for habit: Habit) throws -> HabitPatch {
    guard !(noTarget && details.wantsTarget) else {
      throw ValidationError("Give either --no-target or a new target, not both.")
    }
    var patch = HabitPatch()
    patch.title = title
    patch.notes = details.notes
    patch.question = details.question
    patch.color = details.color
    patch.icon = details.icon.map { HabitIcon($0) }
    patch.group = details.group
    patch.schedule = details.every
    patch.priority = details.priority
    patch.difficulty = details.difficulty
    if details.wantsTarget { patch.target = try details.target(changing: habit.details.target) }
    if noTarget { patch.removesTarget = true }
    patch.archived = shelf.map { $0 == .archive }
    patch.position = position
    return patch
  }
}
