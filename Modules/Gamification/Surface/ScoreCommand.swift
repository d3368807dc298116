import ArgumentParser
import CommandKit
import Core
import GamificationContract
import StreaksContract
import TrackingContract

struct ScoreCommand: TrellisCommand {
  static let configuration = CommandConfiguration(
    commandName: "score",
    abstract: "Compare habits, easy and hard ones alike.",
    discussion: """
      With --explain it shows day by day where the numbers of a habit come from.

      Examples:
        trellis score
        trellis score --explain Read --days 14
      """
  )

  @Argument(
    help: "Only this habit: its title, the beginning of it, or its id.",
    completion: .scoredHabits
  )
  var habit: String?

  @Option(
    help: "The habit whose numbers are to be explained day by day.",
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
      throw ValidationError("Name the habit once: trellis score --explain HABIT.")
    }
  }

  func run(in session: Session) async throws {
    if let explain {
      let found = try await session.ask(FindStreak(text: explain))
      let explanation = try await session.ask(ExplainScore(habit: found.habit, days: days))
      try session.show(ExplanationDocument(explanation)) {
        ScoreViews.explained(explanation, session)
      }
      return
    }
    var scores = try await session.ask(AllScores())
    if let habit {
      let found = try await session.ask(FindStreak(text: habit))
      scores = try await [session.ask(ExplainScore(habit: found.habit, days: 1)).score]
    }
    try session.show(ScoresDocument(scores)) { [scores] in ScoreViews.of(scores, session) }
  }
}
