import Glibc
import TrellisSDK

/// A connection that the broker has accepted.
///
/// It is used by one thread, which it blocks.
final class Session {
  /// In seconds: after one and a half of these without a packet the broker considers it lost.
  private static let keepAlive: UInt16 = 30
  /// In milliseconds: the idle time before a ping, and the timeout of an answer.
  private static let idle: Int64 = 20_000
  private static let patience: Int64 = 10_000

  let connection: Connection
  private let waiting: Waiting
  private var lastSent = Session.now()
  private var pingedAt: Int64?

  /// Connects and introduces itself.
  ///
  /// - Throws: ``Connection/Failure`` or ``PacketError``, which contains the reason.
  init(
    _ broker: Broker,
    client: String,
    lastWords: OutgoingPacket.LastWords?,
    _ waiting: Waiting
  ) throws {
    self.waiting = waiting
    connection = try Connection(broker.host, port: broker.port, waiting)
    let hello = OutgoingPacket.Hello(
      client: client,
      keepAlive: Session.keepAlive,
      user: broker.user,
      password: broker.password,
      lastWords: lastWords
    )
    try send(.connect(hello))
    guard case .connected(let code) = try answer() else { throw PacketError.broken }
    if let refusal = Session.refusal(code) { throw refusal }
  }

  func send(_ packet: OutgoingPacket) throws {
    try connection.send(packet, waiting)
    lastSent = Session.now()
  }

  private func answer() throws -> IncomingPacket {
    let deadline = Session.now() + Session.patience
    while true {
      let left = Int(deadline - Session.now())
      guard left > 0, !Task.isCancelled else { throw Connection.Failure("it does not answer.") }
      let awakening = waiting.wait(readable: [connection.descriptor], milliseconds: left)
      guard awakening.ready.contains(connection.descriptor) else { continue }
      if let first = try connection.receive().first { return first }
    }
  }

  /// Why the broker rejects it (table 3.1 of the specification); nil if it does not.
  static func refusal(_ code: UInt8) -> Connection.Failure? {
    switch code {
    case 0: nil
    case 1: Connection.Failure("it speaks another version of MQTT than 3.1.1.")
    case 2: Connection.Failure("it does not take the name of this client.")
    case 3: Connection.Failure("it takes nobody at the moment.")
    case 4: Connection.Failure("it does not know this user and password.")
    case 5: Connection.Failure("it does not let this user in.")
    default: Connection.Failure("it refused with the code \(code).")
    }
  }

  /// Disconnects, and waits a moment until the broker has received everything.
  func leave() throws {
    try send(.disconnect)
    connection.finish(waiting)
  }

  // MARK: Staying

  /// Milliseconds until ``stay()`` has something to do.
  var untilNext: Int {
    let next = pingedAt.map { $0 + Session.patience } ?? lastSent + Session.idle
    return max(0, Int(next - Session.now()))
  }

  /// Sends a ping after some idle time.
  ///
  /// - Throws: when the broker no longer answers.
  func stay() throws {
    let now = Session.now()
    if let pingedAt {
      guard now - pingedAt < Session.patience else {
        throw Connection.Failure("it does not answer any more.")
      }
    } else if now - lastSent >= Session.idle {
      try send(.ping)
      pingedAt = now
    }
  }

  /// Receives what has arrived; any data shows that the broker is alive.
  func receive() throws -> [IncomingPacket] {
    let packets = try connection.receive()
    if !packets.isEmpty { pingedAt = nil }
    return packets
  }

  /// Milliseconds of a monotonic clock.
  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
