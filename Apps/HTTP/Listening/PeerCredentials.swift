import Glibc
import NIOCore

/// The process at the other end of a Unix domain socket, as recorded by the kernel on connecting.
///
/// Source: unix(7), `SO_PEERCRED` and `struct ucred`.
struct PeerCredentials: Sendable {
  let process: Int32
  let user: UInt32
  let group: UInt32

  /// Whether a process of this program's user opened the connection.
  static func isOwner(of channel: any Channel) async -> Bool {
    guard let provider = channel as? any SocketOptionProvider else { return false }
    let credentials =
      try? await provider.unsafeGetSocketOption(
        level: .socket,
        name: NIOBSDSocket.Option(rawValue: SO_PEERCRED)
      ).get() as PeerCredentials
    return credentials?.user == geteuid()
  }
}
