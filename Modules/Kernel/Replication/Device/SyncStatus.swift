import Core

/// The state of a space's sync, for the person.
public struct SyncStatus: Sendable, Codable, Equatable {
  /// When a round last ended with everything sent and received.
  public internal(set) var lastSuccess: Instant?
  /// The number of own facts that wait to be sent.
  public internal(set) var waiting = 0
  /// When the first of the waiting facts was made.
  public internal(set) var waitingSince: Instant?
  /// Why the last round did not end as it should.
  public internal(set) var trouble: SyncTrouble?
  /// When the present trouble began.
  public internal(set) var troubleSince: Instant?
  /// How far this device's clock is ahead of the server's, in milliseconds; negative if behind.
  public internal(set) var clockOffset: Int64?
  /// The number of refused facts that the person has not dismissed.
  public internal(set) var refused = 0

  public init() {}
}
