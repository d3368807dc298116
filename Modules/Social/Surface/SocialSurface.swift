import CommandKit
import Core
import GamificationContract

/// Sharing on the command line.
public enum SocialSurface: Surface {
  public static let module = "social"

  public static let commands: [any TrellisCommand.Type] = [ShareCommand.self]

  public static let phrases = SharePhrases.all + Phrase.ofSharePages

  public static let presenters = [
    SignalPresenter(MilestoneReached.self) { reached, session in
      try await ShareOffer.of(reached, session)
    }
  ]
}
