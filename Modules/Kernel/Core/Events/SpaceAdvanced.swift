/// A space has more facts on disk than before, written by this or another program.
///
/// Published by the kernel for observers that present the space, so that they read it again. It
/// gives the position and not what happened: receiving only the last of several is enough.
public struct SpaceAdvanced: Signal {
  public static let name = "core.space-advanced"

  /// The sequence number of the last fact on disk.
  public let sequence: Int

  public init(sequence: Int) { self.sequence = sequence }
}

/// The position of a space, as one process knows it.
public struct SpacePosition: Sendable, Equatable {
  /// The sequence number of the last fact on disk.
  public let sequence: Int
  /// The latest time known: that of the latest fact, or now if that is later.
  ///
  /// An order given by somebody who sees this state cannot be earlier (``Claim``).
  public let clock: HybridTime

  public init(sequence: Int, clock: HybridTime) {
    self.sequence = sequence
    self.clock = clock
  }
}
