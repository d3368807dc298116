/// What wakes a command that stays open.
public enum WakeReason: Sendable, Equatable {
  /// Something in the person's folder changed.
  case changed
  /// The time that was given is over; may come early, for instance after the machine slept.
  case due
  /// The person wants the command to end.
  case ended
}

/// What a command that stays open waits for.
///
/// Used by one task at a time.
public protocol ChangeFeed: Sendable {
  /// The time now; a session's own stands still.
  var now: Instant { get }

  /// Takes in what other programs have written; questions after this see it.
  func refresh() async throws

  /// Waits for a change, the end of `milliseconds`, or the wish to end, whichever is first.
  func next(within milliseconds: Int64) async throws -> WakeReason
}

extension ChangeFeed {
  /// Waits as ``next(within:)`` does, but lets changes pass.
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
