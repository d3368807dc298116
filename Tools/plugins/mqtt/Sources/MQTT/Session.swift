import Glibc
import TrellisSDK

/// A connection that the broker has accepted.
///
/// Used by one thread, which it keeps waiting.
final class Session {
  /// In seconds: after one and a half of these without a word the broker says that it is gone.
  private static let keepAlive: UInt16 = 30
  /// In milliseconds: how long nothing is sent before a ping, and how long an answer may take.
  private static let idle: Int64 = 20_000
  private static let patience: Int64 = 10_000

  let connection: Connection
  private let waiting: Waiting
  private var lastSent = Session.now()
  private var pingedAt: Int64?

  /// Connects and introduces itself.
  ///
  /// - Throws: ``Connection/Failure`` or ``PacketError``, which says why not.
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

  /// Why the broker wants nothing of it (table 3.1 of the specification); nil if it does.
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

  /// Says farewell, and waits a moment until the broker has heard everything.
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

  /// Says that it is still here, when nothing else was said for a while.
  ///
  /// - Throws: when the broker does not answer any more.
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

  /// Takes what has arrived; any of it shows that the broker is there.
  func receive() throws -> [IncomingPacket] {
    let packets = try connection.receive()
    if !packets.isEmpty { pingedAt = nil }
    return packets
  }

  /// Milliseconds of a clock that nobody sets.
  private static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
