import Commands
import Core
import Presentation

/// Sober days, the timer, savings and milestones on the command line.
public enum SobrietyPresentation: CommandPresentation {
  public static let module = "sobriety"

  public static let commands: [any TrellisCommand.Type] = [SoberCommand.self]

  public static let firstStep: String? = "trellis sober begin --last yesterday"

  public static let phrases =
    SobrietyPhrases.all + SobrietyPhrases.web + SobrietyPhrases.diary + SobrietyPhrases.craving
    + SobrietySentences.phrases

  public static let sentences = SobrietySentences.all
}
