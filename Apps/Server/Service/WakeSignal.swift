import Locks

/// Lets one task sleep until a timeout or until there is something to do.
final class WakeSignal: Sendable {
  private struct State {
    var isSet = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Locked(State())

  /// Ends the wait, or the next one if nobody waits.
  func wake() {
    let waiter = state.withLock { state in
      let waiter = state.waiter
      state.waiter = nil
      state.isSet = waiter == nil
      return waiter
    }
    waiter?.resume()
  }

  /// Waits for some milliseconds, or until ``wake()``, or until the task is cancelled.
  func wait(milliseconds: Int64) async {
    let timer = Task { [self] in
      try await Task.sleep(for: .milliseconds(max(0, milliseconds)))
      wake()
    }
    defer { timer.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isSet = state.withLock { state in
          guard state.isSet else {
            state.waiter = continuation
            return false
          }
          state.isSet = false
          return true
        }
        if isSet { continuation.resume() }
      }
    } onCancel: {
      wake()
    }
  }
}
