import CommandKit
import Core
import GamificationContract

/// Badges, scores and celebrations on the command line.
public enum GamificationSurface: Surface {
  public static let module = "gamification"

  public static let commands: [any TrellisCommand.Type] = [BadgesCommand.self, ScoreCommand.self]

  public static let phrases = GamificationPhrases.all + GamificationPhrases.web

  public static let presenters = [
    SignalPresenter(MilestoneReached.self) { reached, session in
      try await Celebration.of(reached, session)
    }
  ]
}
