import Commands
import Presentation

/// What Sample shows on the command line.
public enum SamplePresentation: CommandPresentation {
  public static let module = "sample"
  public static let commands: [any TrellisCommand.Type] = [SampleCommand.self]
}
