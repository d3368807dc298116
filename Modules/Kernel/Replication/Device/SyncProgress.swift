/// The progress of a round, for observers.
public struct SyncProgress: Sendable, Equatable {
  public enum Phase: String, Sendable, Codable {
    /// Receives what others did.
    case pulling
    /// Sends what was done here.
    case pushing
    /// Offers a server that was restored what it may have lost.
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
  /// The number of own facts to send in this round, including those that were sent.
  public internal(set) var toPush = 0
}
