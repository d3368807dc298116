import CSystemd
import Loop

/// Receives the reply to a call, or signals; the connection retains it while they can arrive.
@LoopActor
final class DBusReceiver {
  let receive: @LoopActor (DBusSignal) -> Void
  var answer: CheckedContinuation<[DBusValue], any Error>?
  private weak var connection: DBusConnection?

  init(
    _ connection: DBusConnection,
    _ receive: @escaping @LoopActor (DBusSignal) -> Void = { _ in }
  ) {
    self.connection = connection
    self.receive = receive
  }

  var id: ObjectIdentifier { ObjectIdentifier(self) }

  func resume(_ result: Result<[DBusValue], any Error>) {
    answer?.resume(with: result)
    answer = nil
  }

  /// Passes a message to the connection, from a callback of sd-bus.
  fileprivate nonisolated static func bring(
    _ message: OpaquePointer?,
    _ userdata: UnsafeMutableRawPointer?,
    _ body: @LoopActor (DBusConnection, OpaquePointer, DBusReceiver) -> Void
  ) -> Int32 {
    guard let message, let userdata else { return 0 }
    let receiver = Unmanaged<DBusReceiver>.fromOpaque(userdata).takeUnretainedValue()
    // sd-bus keeps it until the callback returns, and does not touch it meanwhile.
    let given = Transferred(givenAway: message)
    LoopActor.assumeIsolated {
      if let connection = receiver.connection { body(connection, given.take(), receiver) }
    }
    return 0
  }
}

// sd-bus calls these only from `sd_bus_process`, which runs on the loop.

/// The callback for an answer to a call or to a match rule.
func sdBusAnswered(
  _ message: OpaquePointer?,
  _ receiver: UnsafeMutableRawPointer?,
  _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  DBusReceiver.bring(message, receiver) { $0.answered($1, to: $2) }
}

/// The callback for a signal.
func sdBusReceived(
  _ message: OpaquePointer?,
  _ receiver: UnsafeMutableRawPointer?,
  _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  DBusReceiver.bring(message, receiver) { $0.received($1, to: $2) }
}
