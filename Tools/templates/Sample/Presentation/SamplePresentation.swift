import Commands
import Presentation

/// The command-line presentation of Sample.
public enum SamplePresentation: CommandPresentation {
  public static let module = "sample"
  public static let commands: [any TrellisCommand.Type] = [SampleCommand.self]
}
