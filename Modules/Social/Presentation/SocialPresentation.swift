import Commands
import Core
import GamificationContract
import Presentation

/// Sharing on the command line.
public enum SocialPresentation: CommandPresentation {
  public static let module = "social"

  public static let commands: [any TrellisCommand.Type] = [ShareCommand.self]

  public static let phrases = SharePhrases.all + Phrase.ofSharePages

  public static let presenters = [
    SignalPresenter(MilestoneReached.self) { reached, context in
      try await ShareOffer.of(reached, context)
    }
  ]
}
