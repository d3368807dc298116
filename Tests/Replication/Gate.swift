import Locks

/// Keeps those who come waiting until it is opened.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var watcher: CheckedContinuation<Void, Never>?
  }

  private let state = Locked(State())

  /// Waits until it is open.
  func pass() async {
    await withCheckedContinuation { continuation in
      let (isOpen, watcher) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
        if state.isOpen { return (true, nil) }
        state.waiting.append(continuation)
        defer { state.watcher = nil }
        return (false, state.watcher)
      }
      if isOpen { continuation.resume() }
      watcher?.resume()
    }
  }

  /// Waits until somebody stands before it.
  func waitForSomebody() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state -> Bool in
        if !state.waiting.isEmpty { return true }
        state.watcher = continuation
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
