import Glibc

/// Returns a port of 127.0.0.1 at which nobody listens.
package func unusedPort() throws -> Int {
  let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  defer { close(listener) }
  return Int(try bindLoopback(listener))
}

/// Binds a socket to a port of 127.0.0.1 that the system chooses; returns the port.
func bindLoopback(_ socket: Int32) throws -> UInt16 {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
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
