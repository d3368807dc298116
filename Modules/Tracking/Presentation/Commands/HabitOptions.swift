import ArgumentParser
import Core
import TrackingContract

/// The options for a habit's details, shared by the commands that add and edit habits.
struct HabitOptions: ParsableArguments {
  enum Direction: String, EnumerableFlag {
    case atLeast, atMost

    static func help(for value: Direction) -> ArgumentHelp? {
      value == .atLeast
        ? "Done when the value reaches the target (as usual)."
        : "Done when the value stays at the target or below."
    }
  }

  @Option(help: "Anything worth remembering about it.")
  var notes: String?

  @Option(help: "A question to ask yourself, such as “Did you stretch?”.")
  var question: String?

  @Option(
    help: "green, teal, blue, …, or #rrggbb.",
    completion: .list(CommandInput.colorNames),
    transform: CommandInput.color
  )
  var color: HabitColor?

  @Option(help: "An emoji to show beside the title, such as 📚; '' for none.")
  var icon: String?

  @Option(help: "The name of the group to show it in; '' for none.")
  var group: String?

  @Option(
    help: "daily, weekly, monthly, 3/week, 2/month, 3/7days, mon,wed or every:3.",
    completion: .list(CommandInput.schedules),
    transform: CommandInput.schedule
  )
  var every: Schedule?

  @Option(
    help: "low, normal or high.",
    completion: .list(Priority.allCases.map(\.rawValue)),
    transform: CommandInput.priority
  )
  var priority: Priority?

  @Option(
    help: ArgumentHelp(
      "easy, medium or hard.",
      visibility: MarkableDays.countsStreaks ? .default : .hidden
    ),
    completion: .list(Difficulty.allCases.map(\.rawValue)),
    transform: CommandInput.difficulty
  )
  var difficulty: Difficulty?

  @Option(help: "What to reach on a day, for something measured.", transform: CommandInput.amount)
  var target: Amount?

  @Option(help: "What is measured: pages, minutes.")
  var unit: String?

  @Flag var direction: Direction?

  var wantsTarget: Bool { target != nil || unit != nil || direction != nil }

  /// Returns the requested target; options that were not given keep their values from `current`.
  func target(changing current: Target?) throws -> Target? {
    guard wantsTarget else { return current }
    guard let amount = target ?? current?.amount else {
      throw ValidationError("Say how much with --target, such as --target 20 --unit pages.")
    }
    let before = current?.direction ?? .atLeast
    return Target(
      amount: amount,
      unit: unit ?? current?.unit ?? "",
      direction: direction.map { $0 == .atMost ? .atMost : .atLeast } ?? before
    )
  }
}
