import Glibc
import Locks

/// The ports that this process has been given.
private let given = SharedLocked<Set<UInt16>>([])

/// Returns a port of 127.0.0.1 at which nobody listens.
///
/// It is below those that Linux gives to connections (`ip_local_port_range`), so that none of these
/// takes it before a server listens there, or while the server starts anew.
package func unusedPort() throws -> Int {
  for _ in 0..<1000 {
    let port = UInt16.random(in: 20_000..<32_000)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(listener) }
    guard (try? bindLoopback(listener, to: port)) != nil else { continue }
    if given.withLock({ $0.insert(port).inserted }) { return Int(port) }
  }
  throw LoopbackServer.Failure()
}

/// Binds a socket to a port of 127.0.0.1, or to one that the system chooses; returns the port.
func bindLoopback(_ socket: Int32, to port: UInt16 = 0) throws -> UInt16 {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(port.bigEndian)
  address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isBound = withUnsafeMutablePointer(to: &address) { address in
    address.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
      bind(socket, plain, length) == 0 && getsockname(socket, plain, &length) == 0
    }
  }
  guard isBound else { throw LoopbackServer.Failure() }
  return UInt16(bigEndian: address.sin_port)
}
