import Locks

/// Sends the newest value to all listeners; a slow listener misses the values in between.
final class Broadcast<Value: Sendable>: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
    var next = 0
  }

  private let state = SharedLocked(State())

  /// Whether nobody listens.
  var isEmpty: Bool { state.withLock { $0.listeners.isEmpty } }

  /// The values from now on, until the consumer stops.
  func stream(whenEnded ended: @escaping @Sendable () -> Void = {}) -> AsyncStream<Value> {
    let (stream, listener) = AsyncStream.makeStream(
      of: Value.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let number = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = listener
      return state.next
    }
    listener.onTermination = { [state] _ in
      state.withLock { $0.listeners[number] = nil }
      ended()
    }
    return stream
  }

  func send(_ value: Value) {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(value) }
  }
}
