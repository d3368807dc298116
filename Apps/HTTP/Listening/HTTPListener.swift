import NIOCore

/// An address at which a server listens.
public enum HTTPListener: Sendable {
  /// 127.0.0.1 and ::1. The sockets stay open when the server ends.
  case loopback(LoopbackSockets)
  /// A Unix domain socket, for programs of the same user.
  ///
  /// An existing file is replaced, so the caller must hold a lock before starting.
  case unixSocket(path: String)
  /// A network address of this machine, such as `0.0.0.0` or `::`.
  ///
  /// `secure` adds the encryption of a connection, before any other handler; nil for none.
  case network(host: String, port: Int, secure: (@Sendable (any Channel) throws -> Void)?)
}
