import Locks
import NIOCore

/// Caches the peer of each open connection, so that it is looked up only once.
final class OpenConnections: Sendable {
  private let known = Locked<[ObjectIdentifier: Connection]>([:])

  func connection(of channel: any Channel) -> Connection {
    let key = ObjectIdentifier(channel)
    if let connection = known.withLock({ $0[key] }) { return connection }
    let connection = OpenConnections.look(at: channel)
    known.withLock { $0[key] = connection }
    // Before the channel's identifier can be reused by another connection.
    channel.closeFuture.whenComplete { [self] _ in
      _ = known.withLock { $0.removeValue(forKey: key) }
    }
    return connection
  }

  private static func look(at channel: any Channel) -> Connection {
    guard let port = channel.localAddress?.port, let remote = channel.remoteAddress?.port else {
      return Connection(way: .unixSocket, user: nil)
    }
    return Connection(
      way: .loopback(port: port, remotePort: remote),
      user: owner(of: channel) ?? SocketOwner.user(port: remote, peer: port)
    )
  }

  /// The user at the other end, by the fast lookup, which may be unavailable.
  private static func owner(of channel: any Channel) -> UInt32? {
    guard let here = channel.localAddress?.end, let there = channel.remoteAddress?.end else {
      return nil
    }
    return SocketQuery(local: there, remote: here).user()
  }
}

extension SocketAddress {
  fileprivate var end: SocketQuery.End? {
    guard let ipAddress, let port else { return nil }
    return SocketQuery.End(address: ipAddress, port: UInt16(clamping: port))
  }
}
