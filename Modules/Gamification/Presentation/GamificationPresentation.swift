import Commands
import Core
import GamificationContract
import Presentation

/// Badges, scores and celebrations on the command line.
public enum GamificationPresentation: CommandPresentation {
  public static let module = "gamification"

  public static let commands: [any TrellisCommand.Type] = [BadgesCommand.self, ScoreCommand.self]

  public static let phrases =
    GamificationPhrases.all + GamificationPhrases.web + GamificationSentences.phrases

  public static let sentences = GamificationSentences.all

  public static let presenters = [
    SignalPresenter(MilestoneReached.self) { reached, context in
      try await Celebration.of(reached, context)
    }
  ]
}
