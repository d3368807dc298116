import Hummingbird
import NIOCore

/// The other end of a connection.
struct Connection: Sendable {
  enum Way: Sendable, Equatable {
    /// Over TCP: the port here and the one there.
    case loopback(port: Int, remotePort: Int)
    /// Through a socket file, which only its owner can open.
    case unixSocket
  }

  let way: Way
  /// The user at the other end; nil when that cannot be told.
  let user: UInt32?
}

/// What Hummingbird makes of each request's connection.
struct ConnectionContext: InitializableFromSource {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) { channel = source.channel }
}
