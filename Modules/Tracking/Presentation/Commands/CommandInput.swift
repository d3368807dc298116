import ArgumentParser
import Commands
import Core
import Presentation
import TrackingContract

/// Parses the arguments and options of commands.
enum CommandInput {
  static func schedule(_ text: String) throws -> Schedule {
    guard let schedule = Schedule(text) else {
      throw ValidationError(
        "“\(text)” is not a rhythm. Give daily, weekly, monthly, 3/week, 2/month, 3/7days, "
          + "mon,wed,fri or every:3."
      )
    }
    return schedule
  }

  static func color(_ text: String) throws -> HabitColor {
    guard let color = HabitColor(text) else {
      let names = colorNames.joined(separator: ", ")
      throw ValidationError("“\(text)” is not a color. Give one of \(names), or #rrggbb.")
    }
    return color
  }

  static func priority(_ text: String) throws -> Priority {
    guard let priority = Priority(rawValue: text.lowercased()) else {
      throw ValidationError("“\(text)” is not a priority. Give low, normal or high.")
    }
    return priority
  }

  static func difficulty(_ text: String) throws -> Difficulty {
    guard let difficulty = Difficulty(rawValue: text.lowercased()) else {
      throw ValidationError("“\(text)” is not a difficulty. Give easy, medium or hard.")
    }
    return difficulty
  }

  static func amount(_ text: String) throws -> Amount {
    guard let amount = Amount(typed: text) else {
      throw ValidationError("“\(text)” \(Amount.fault(ofTyped: text)).")
    }
    return amount
  }

  /// A day that is planned, which may also be `tomorrow`.
  static func plannedDay(_ text: String, _ today: Day) throws -> Day {
    if text.lowercased() == "tomorrow" { return today.advanced(by: 1) }
    guard let day = DayArgument(argument: text)?.day(today: today) else {
      let reason = DayArgument.fault(ofDate: text) ?? "give today, tomorrow or YYYY-MM-DD."
      throw ValidationError("“\(text)” is not a day: \(reason)")
    }
    return day
  }

  static let colorNames = HabitColor.named.map(\.name)

  static let schedules = [
    "daily", "weekly", "monthly", "3/week", "2/month", "mon,wed,fri", "every:2",
  ]
}

extension CompletionKind {
  /// The titles of the user's active habits.
  static let habits = CompletionKind.fromSpace { context in
    try await context.ask(AllHabits()).map(\.details.title)
  }

  /// The titles of all habits, including archived ones.
  static let allHabits = CompletionKind.fromSpace { context in
    try await context.ask(AllHabits(includesArchived: true)).map(\.details.title)
  }
}
