import FileSystem
import Glibc

/// Reports the daemon's state to systemd, if systemd started it.
///
/// Source: sd_notify(3); the protocol is one datagram of lines to the socket in `NOTIFY_SOCKET`.
enum SystemdNotifier {
  static func notify(_ state: String) {
    guard let name = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }), !name.isEmpty else {
      return
    }
    let isAbstract = name.hasPrefix("@")
    let address =
      isAbstract
      ? UnixSocketAddress(abstractName: String(name.dropFirst())) : UnixSocketAddress(path: name)
    guard let address else { return }
    let socket = Glibc.socket(
      AF_UNIX,
      Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
      0
    )
    guard socket >= 0 else { return }
    defer { close(socket) }
    let text = Array(state.utf8)
    // Errors are ignored: the daemon runs either way.
    _ = address.withPointer { sendto(socket, text, text.count, 0, $0, $1) }
  }
}
