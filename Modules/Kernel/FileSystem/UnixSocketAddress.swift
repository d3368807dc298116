import Glibc

/// The address of a Unix domain socket.
///
/// Source: unix(7).
public struct UnixSocketAddress: Sendable {
  /// The number of bytes of the longest path, which a zero follows.
  public static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  private let address: sockaddr_un
  private let length: socklen_t

  /// - Returns: nil for a path that is too long.
  public init?(path: String) {
    self.init(name: Array(path.utf8) + [0])
  }

  /// An address in the abstract namespace, where no file stands for the socket.
  ///
  /// - Returns: nil for a name that is too long.
  public init?(abstractName name: String) {
    self.init(name: [0] + Array(name.utf8))
  }

  private init?(name: [UInt8]) {
    guard name.count <= UnixSocketAddress.longestPath + 1 else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    self.address = address
    length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
  }

  /// Calls `body` with what `connect`, `bind` and `sendto` take.
  public func withPointer<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
