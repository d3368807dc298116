/// What wakes a command that keeps running.
public enum WakeReason: Sendable, Equatable {
  /// Something in the user's folder changed.
  case changed
  /// The given time is over; may come early, for instance after the machine slept.
  case due
  /// The user wants the command to end.
  case ended
}

/// The events that a command that keeps running waits for.
///
/// Used by one task at a time.
public protocol ChangeFeed: Sendable {
  /// The current time; the clock of a session stands still.
  var now: Instant { get }

  /// Reads what other programs have written; later queries see it.
  func refresh() async throws

  /// Waits for a change, the end of `milliseconds`, or a request to end, whichever comes first.
  func next(within milliseconds: Int64) async throws -> WakeReason
}

extension ChangeFeed {
  /// Waits like ``next(within:)`` but ignores changes.
  public func pause(_ milliseconds: Int64) async throws -> WakeReason {
    let end = now.milliseconds &+ milliseconds
    while true {
      switch try await next(within: milliseconds) {
      case .changed where now.milliseconds < end: continue
      case .changed, .due: return .due
      case .ended: return .ended
      }
    }
  }
}
