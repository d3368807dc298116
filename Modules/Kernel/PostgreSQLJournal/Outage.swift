import Locks
import PostgreSQL

/// What all connections of a program know of a server that they cannot reach.
///
/// One of them at a time tries again, and the others wait for it. If each tried by itself, a server
/// would be asked dozens of times a second while it needs the processor to recover, and some would
/// notice a second late that it is back, since their pauses had grown.
///
/// Times are those of ``MonotonicClock``.
final class Outage: Sendable {
  /// What somebody without a connection does now.
  enum Turn {
    case connect
    /// Somebody else tries, or the next attempt is not due.
    case wait
    /// The server has been away for longer than the caller has patience; with the latest error.
    case fail(PostgreSQLError)
  }

  private struct State {
    /// The latest error; nil if there is no outage.
    var failure: PostgreSQLError?
    var began: Int64 = 0
    var isTried = false
    var nextAttempt: Int64 = 0
  }

  /// The pause between two attempts, in milliseconds: a part of the time that the server has been
  /// away, within these bounds.
  private static let pauses: ClosedRange<Int64> = 50...1000
  private static let part: Int64 = 8

  private let state = Locked(State())

  /// Whether the latest attempt to connect failed.
  var isOngoing: Bool { state.withLock { $0.failure != nil } }

  /// - Parameter patience: milliseconds for which the caller waits for a server since it went away.
  func turn(at now: Int64, patience: Int) -> Turn {
    state.withLock { state in
      guard let failure = state.failure else { return .connect }
      if !state.isTried, now >= state.nextAttempt {
        state.isTried = true
        return .connect
      }
      return now < state.began + Int64(patience) ? .wait : .fail(failure)
    }
  }

  /// Somebody could not connect.
  ///
  /// - Returns: how many milliseconds ago the outage began.
  func note(_ error: PostgreSQLError, at now: Int64) -> Int64 {
    state.withLock { state in
      if state.failure == nil { state.began = now }
      let age = now - state.began
      let pause = min(max(age / Outage.part, Outage.pauses.lowerBound), Outage.pauses.upperBound)
      state.failure = error
      state.isTried = false
      // Nodes that lost the same server do not come back at the same moment.
      state.nextAttempt = now + Int64.random(in: (pause / 2)...pause)
      return age
    }
  }

  /// Somebody has connected.
  func end() { state.withLock { $0 = State() } }
}
