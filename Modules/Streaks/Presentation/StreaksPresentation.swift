import Commands
import Core
import Presentation
import StreaksContract

/// The command-line presentation of Streaks.
public enum StreaksPresentation: CommandPresentation {
  public static let module = "streaks"

  public static let commands: [any TrellisCommand.Type] = [
    StreaksCommand.self, GardenCommand.self, StatsCommand.self, FreezeCommand.self,
  ]

  /// Returns the commands that the product offers.
  ///
  /// Those for freezes are omitted if it does not allow them, and the garden if it shows the
  /// numbers.
  public static func commands(for product: Product) -> [any TrellisCommand.Type] {
    commands.filter { command in
      (command != FreezeCommand.self || product.policies.allowsFreezes)
        && (command != GardenCommand.self || product.drawsGarden)
    }
  }

  public static let phrases = StreaksPhrases.all + StreaksPhrases.web + StreaksSentences.phrases

  public static let sentences = StreaksSentences.all
}
