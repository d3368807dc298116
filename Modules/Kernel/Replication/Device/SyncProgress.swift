/// How far a round has come, for whoever looks on.
public struct SyncProgress: Sendable, Equatable {
  public enum Phase: String, Sendable, Codable {
    /// Receives what others did.
    case pulling
    /// Sends what was done here.
    case pushing
    /// Gives a server that was restored what it may have lost.
    case offering
    case resting
  }

  public internal(set) var phase = Phase.resting
  /// The number of entries of the server's order that are here.
  public internal(set) var pulled = 0
  /// The number of entries of the server's order, as far as it is known.
  public internal(set) var toPull = 0
  /// The number of own facts that were sent in this round.
  public internal(set) var pushed = 0
  /// The number of own facts that are to be sent in this round, those that were sent included.
  public internal(set) var toPush = 0
}
