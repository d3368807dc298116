import Locks
import NIOCore

/// The connections that a socket has accepted and that are not served yet.
///
/// When a socket closes, NIO drops the connections that wait in its sequence, and a dropped
/// `NIOAsyncChannel` that was not closed ends the program (apple/swift-nio#2813). Each is therefore
/// kept until it is closed, and those that nobody takes are closed with their socket.
final class PendingConnections: Sendable {
  typealias Accepted = ListeningSocket.Accepted

  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    var isClosed = false
  }

  private let state = Locked(State())

  /// Keeps a connection that was accepted.
  func add(_ accepted: Accepted) {
    let channel = accepted.channel
    let key = ObjectIdentifier(channel)
    channel.closeFuture.whenComplete { [self] _ in withExtendedLifetime(accepted) { remove(key) } }
    let isLate = state.withLockUnchecked { state in
      if !state.isClosed { state.channels[key] = channel }
      return state.isClosed
    }
    if isLate { channel.close(promise: nil) }
  }

  /// Passes a connection to the code that serves it, and closes it.
  func take(_ accepted: Accepted) { remove(ObjectIdentifier(accepted.channel)) }

  private func remove(_ key: ObjectIdentifier) {
    state.withLockUnchecked { $0.channels[key] = nil }
  }

  /// Closes the connections that nobody has taken, and those that arrive late.
  func close() {
    let channels = state.withLockUnchecked { state in
      state.isClosed = true
      return state.channels.values.map { $0 }
    }
    for channel in channels { channel.close(promise: nil) }
  }

  /// The number of connections that wait, for tests.
  var count: Int { state.withLockUnchecked { $0.channels.count } }
}
