import Core

/// What a round came to.
public struct RoundOutcome: Sendable {
  public enum Ending: Sendable, Equatable {
    /// Everything was sent and received.
    case settled
    /// Another program synchronizes this home now.
    case busy
    /// What was reached is kept; the next round goes on.
    case interrupted(SyncTrouble)
    /// The task was cancelled.
    case cancelled
  }

  public let ending: Ending
  /// The number of facts that came from elsewhere.
  public let received: Int
  /// The number of own facts that the server has decided about.
  public let sent: Int
  /// What became newly true here, such as a goal that was reached on several devices together.
  public let signals: [any Signal]
  /// The milliseconds until the next round, unless something happens before.
  public let pause: Int64
}

/// What a round adds up.
struct RoundTally {
  var received = 0
  var sent = 0
  var signals: [any Signal] = []
  var trouble: SyncTrouble?
  /// The least number of milliseconds to wait, as the server has asked.
  var leastPause: Int64 = 0
  /// How often the installation took another identity.
  var renewals = 0
}
