import Commands
import Core
import Presentation
import StreaksContract

/// The command-line presentation of Streaks.
public enum StreaksPresentation: CommandPresentation {
  public static let module = "streaks"

  public static let commands: [any TrellisCommand.Type] = [
    StreaksCommand.self, StatsCommand.self, FreezeCommand.self,
  ]

  /// Returns the commands, without those for freezes if the product does not allow them.
  public static func commands(for product: Product) -> [any TrellisCommand.Type] {
    product.policies.allowsFreezes ? commands : commands.filter { $0 != FreezeCommand.self }
  }

  public static let phrases = StreaksPhrases.all + StreaksPhrases.web
}
