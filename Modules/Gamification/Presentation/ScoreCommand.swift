import ArgumentParser
import Commands
import Core
import GamificationContract
import Presentation
import StreaksContract
import Terminal
import TrackingContract

struct ScoreCommand: TrellisCommand {
  static var configuration: CommandConfiguration {
    let example = ShellWord.quoted(Help.say(.exampleHabit))
    return CommandConfiguration(
      commandName: "score",
      abstract: Help.say(.helpScore),
      discussion: """
        With --explain it shows day by day where the numbers come from.

        Examples:
          trellis score
          trellis score --explain \(example) --days 14
        """
    )
  }

  @Argument(
    help: ArgumentHelp(Help.say(.helpOnlyHabit), valueName: Help.say(.helpHabitName)),
    completion: .scoredHabits
  )
  var habit: String?

  @Option(
    help: ArgumentHelp(Help.say(.helpExplain), valueName: Help.say(.helpHabitName)),
    completion: .scoredHabits
  )
  var explain: String?

  @Option(help: "How many days to explain, today included.")
  var days = 30

  @OptionGroup var global: GlobalOptions

  func validate() throws {
    guard (1...3660).contains(days) else {
      throw ValidationError("Give a number of days from 1 to 3660.")
    }
    guard habit == nil || explain == nil else {
      throw ValidationError("Give one title only, with --explain or without.")
    }
  }

  func run(in context: CommandContext) async throws {
    if let explain {
      let found = try await context.ask(FindStreak(text: explain))
      let explanation = try await context.ask(ExplainScore(habit: found.habit, days: days))
      try context.show(ExplanationDocument(explanation)) {
        ScoreViews.explained(explanation, context)
      }
      return
    }
    var scores = try await context.ask(AllScores())
    if let habit {
      let found = try await context.ask(FindStreak(text: habit))
      scores = try await [context.ask(ExplainScore(habit: found.habit, days: 1)).score]
    }
    let titles = try await scores.titles(context)
    let archived =
      scores.isEmpty ? try await ArchivedHabits.latest(asking: context.askIfAvailable) : nil
    try context.show(ScoresDocument(scores)) { [scores] in
      ScoreViews.of(scores, titles, archived: archived, context)
    }
  }
}
