/// How a request reached the app.
enum Connection: Sendable, Equatable {
  /// Over TCP, at that port of this machine.
  case loopback(port: Int)
  /// Over a Unix domain socket, from a program of the same user.
  case unixSocket
}
