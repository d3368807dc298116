import CommandKit
import Core

/// Streaks on the command line.
public enum StreaksSurface: Surface {
  public static let module = "streaks"

  public static let commands: [any TrellisCommand.Type] = [
    StreaksCommand.self, StatsCommand.self, FreezeCommand.self,
  ]

  public static let phrases = StreaksPhrases.all
}
