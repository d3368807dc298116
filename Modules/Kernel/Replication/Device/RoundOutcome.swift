import Core

/// The outcome of a round.
public struct RoundOutcome: Sendable {
  public enum Ending: Sendable, Equatable {
    /// Everything was sent and received.
    case settled
    /// Another program is synchronizing this home.
    case busy
    /// The round was interrupted; what it achieved is kept, and the next round continues.
    case interrupted(SyncTrouble)
    /// The task was cancelled.
    case cancelled
  }

  public let ending: Ending
  /// The number of facts that were received.
  public let received: Int
  /// The number of own facts that the server decided about.
  public let sent: Int
  /// What became true here by this round, such as a goal that several devices reached together.
  public let signals: [any Signal]
  /// Milliseconds until the next round, unless something happens before.
  public let pause: Int64
}

/// Collects the results of a round.
struct RoundTally {
  var received = 0
  var sent = 0
  var signals: [any Signal] = []
  var trouble: SyncTrouble?
  /// The least number of milliseconds to wait, as requested by the server.
  var leastPause: Int64 = 0
  /// How often the installation took another identity.
  var renewals = 0
}
