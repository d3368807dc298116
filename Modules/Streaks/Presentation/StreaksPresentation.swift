import Commands
import Core
import Presentation

/// Streaks on the command line.
public enum StreaksPresentation: CommandPresentation {
  public static let module = "streaks"

  public static let commands: [any TrellisCommand.Type] = [
    StreaksCommand.self, StatsCommand.self, FreezeCommand.self,
  ]

  /// Where nothing can be protected, there is nothing to say of freezes.
  public static func commands(for product: Product) -> [any TrellisCommand.Type] {
    product.policies.allowsFreezes ? commands : commands.filter { $0 != FreezeCommand.self }
  }

  public static let phrases = StreaksPhrases.all + StreaksPhrases.web
}
