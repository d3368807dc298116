import Locks

/// Lets one task sleep until a pause ends or somebody wakes it.
package final class WakeSignal: Sendable {
  /// What a signal can end; a stronger one also ends what a weaker one can.
  package enum Strength: Int, Sendable, Comparable {
    /// There is news.
    case news
    /// The person has done what was needed.
    case person

    package static func < (a: Strength, b: Strength) -> Bool { a.rawValue < b.rawValue }
  }

  private struct State {
    /// A signal that was sent while nobody waited.
    var sent: Strength?
    var waiter: Waiter?
  }

  private struct Waiter {
    let least: Strength
    let continuation: CheckedContinuation<Void, Never>
  }

  private let state = Locked(State())

  package init() {}

  /// Ends the wait, or the next one if nobody waits for a signal of this strength.
  package func send(_ strength: Strength = .news) {
    let waiter = state.withLock { state -> Waiter? in
      guard let waiter = state.waiter, strength >= waiter.least else {
        state.sent = max(state.sent ?? strength, strength)
        return nil
      }
      state.waiter = nil
      return waiter
    }
    waiter?.continuation.resume()
  }

  /// Waits for a signal of at least this strength, but no longer than some milliseconds, or until the
  /// task is cancelled.
  ///
  /// A signal that was sent before, while nobody waited, ends it at once. One caller at a time.
  package func wait(
    for least: Strength = .news,
    atMost milliseconds: Int64,
    _ pause: any Pause = RealPause()
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await pause.sleep(milliseconds: milliseconds) }
      group.addTask { await self.wait(for: least) }
      await group.next()
      group.cancelAll()
    }
  }

  private func wait(for least: Strength) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isSent = state.withLock { state in
          if Task.isCancelled { return true }
          if let sent = state.sent, sent >= least {
            state.sent = nil
            return true
          }
          state.waiter = Waiter(least: least, continuation: continuation)
          return false
        }
        if isSent { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        defer { state.waiter = nil }
        return state.waiter
      }
      waiter?.continuation.resume()
    }
  }
}
