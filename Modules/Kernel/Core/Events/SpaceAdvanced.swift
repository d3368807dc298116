/// A space has more facts on disk than before, be it from here or from another program.
///
/// Told by the kernel to whoever shows the space, so that they look again. It says how far the
/// space is, not what happened: hearing only the last of several is enough.
public struct SpaceAdvanced: Signal {
  public static let name = "core.space-advanced"

  /// The sequence number of the last fact on disk.
  public let sequence: Int

  public init(sequence: Int) { self.sequence = sequence }
}
