import Hummingbird
import NIOCore

/// The peer of a connection.
struct Connection: Sendable {
  enum Way: Sendable, Equatable {
    /// Over TCP, with the local and the remote port.
    case loopback(port: Int, remotePort: Int)
    /// Over a Unix domain socket, which only its owner can open.
    case unixSocket
  }

  let way: Way
  /// The user at the other end; nil if unknown.
  let user: UInt32?
}

/// The context that Hummingbird creates from each request's channel.
struct ConnectionContext: InitializableFromSource {
  let channel: any Channel

  init(source: ApplicationRequestContextSource) { channel = source.channel }
}
