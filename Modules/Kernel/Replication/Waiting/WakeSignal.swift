import Locks

/// Ends a pause before its time.
final class WakeSignal: Sendable {
  /// Who may end a pause; each of them also what the ones before it may.
  enum Strength: Int, Sendable, Comparable {
    /// There is news.
    case news
    /// The person has done what was needed.
    case person

    static func < (a: Strength, b: Strength) -> Bool { a.rawValue < b.rawValue }
  }

  private struct State {
    /// What was sent while nobody waited for it.
    var sent: Strength?
    var waiter: Waiter?
  }

  private struct Waiter {
    let least: Strength
    let continuation: CheckedContinuation<Void, Never>
  }

  private let state = Locked(State())

  func send(_ strength: Strength) {
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

  /// Waits for a signal of at least this strength, for as long as the pause at most.
  ///
  /// What was sent before, and not waited for, ends it at once. One caller at a time.
  func wait(for least: Strength, atMost milliseconds: Int64, _ pause: any Pause) async {
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
