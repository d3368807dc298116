import CommandKit

/// What Sample shows on the command line.
public enum SampleSurface: Surface {
  public static let module = "sample"
  public static let commands: [any TrellisCommand.Type] = [SampleCommand.self]
}
