/// How a request reached the app.
package enum Connection: Sendable, Equatable {
  /// Over TCP, at that port of this machine; `peer` is the address at the other end.
  case tcp(port: Int, peer: String)
  /// Over a Unix domain socket, from a program of the same user.
  case unixSocket

  /// The port of this machine; nil for a socket file.
  package var port: Int? {
    guard case .tcp(let port, _) = self else { return nil }
    return port
  }

  /// The address at the other end; nil for a socket file.
  var peer: String? {
    guard case .tcp(_, let peer) = self else { return nil }
    return peer
  }
}
