import Locks

/// A request that a task waits for, which may be cancelled before it starts.
final class Call: Sendable {
  private struct State {
    var transfer: Transfer?
    var isCancelled = false
  }

  private let state = Locked(State())

  func follow(_ transfer: Transfer) {
    let isCancelled = state.withLock { state in
      state.transfer = transfer
      return state.isCancelled
    }
    if isCancelled { transfer.cancel() }
  }

  func cancel() {
    let transfer = state.withLock { state in
      state.isCancelled = true
      return state.transfer
    }
    transfer?.cancel()
  }
}
