import Glibc

/// Reports the daemon's state to systemd, if systemd started it.
///
/// Source: sd_notify(3); the protocol is one datagram of lines to the socket in `NOTIFY_SOCKET`.
enum SystemdNotifier {
  static func tell(_ state: String) {
    guard let name = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }), !name.isEmpty else {
      return
    }
    let socket = Glibc.socket(
      AF_UNIX,
      Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
      0
    )
    guard socket >= 0 else { return }
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var path = Array(name.utf8)
    // A name in the abstract namespace begins with a zero.
    if path.first == UInt8(ascii: "@") { path[0] = 0 }
    guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
    let text = Array(state.utf8)
    withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        // Errors are ignored: the daemon runs either way.
        _ = sendto(socket, text, text.count, 0, address, length)
      }
    }
  }
}
