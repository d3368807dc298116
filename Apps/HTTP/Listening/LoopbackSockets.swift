import Glibc
import NIOCore

/// Sockets that listen at both loopback addresses of this machine, at one port.
///
/// Both are used so that nobody else can answer there under the app's name. They stay open while
/// the app behind them is reopened: it keeps its port, and connections made meanwhile wait.
public struct LoopbackSockets: Sendable {
  /// The number of attempts to find a port that is free on both addresses.
  private static let attempts = 16
  /// Beyond this backlog the system drops attempts, and the next one comes a second later.
  static let backlog: Int32 = 1024

  public let port: Int
  let descriptors: [Int32]
  /// The sockets that were opened here.
  private let own: [Int32]

  private init(port: Int, descriptors: [Int32], own: [Int32]) {
    self.port = port
    self.descriptors = descriptors
    self.own = own
  }

  /// Opens the sockets.
  ///
  /// - Parameter port: 0 selects one that is free on both addresses.
  /// - Throws: `IOError` when an address is in use or not permitted; nothing is open then.
  public static func open(port: Int) throws -> LoopbackSockets {
    for _ in 1..<attempts where port == 0 {
      if let sockets = try? pair(port) { return sockets }
    }
    return try pair(port)
  }

  /// Takes over sockets that are already open, and opens ::1 at their port if it is missing.
  ///
  /// They are for example those that systemd opened.
  ///
  /// - Throws: the errors of ``open(port:)``, and an error for descriptors that are not such
  ///   sockets.
  public static func take(_ inherited: [Int32]) throws -> LoopbackSockets {
    let addresses = try inherited.map(address)
    guard let port = addresses.first?.port else { throw IOError(errnoCode: EBADF, reason: "port") }
    let isWhole = addresses.contains { $0.family == AF_INET6 }
    let own = isWhole ? [] : try sixth(port)
    return LoopbackSockets(port: port, descriptors: inherited + own, own: own)
  }

  private static func pair(_ wanted: Int) throws -> LoopbackSockets {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(truncatingIfNeeded: wanted).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let first = try listening(AF_INET, &address)
    do {
      let port = try LoopbackSockets.address(of: first).port
      let both = [first] + (try sixth(port))
      return LoopbackSockets(port: port, descriptors: both, own: both)
    } catch {
      Glibc.close(first)
      throw error
    }
  }

  /// Closes the sockets that were opened here; those taken over stay open.
  public func close() {
    for descriptor in own { Glibc.close(descriptor) }
  }

  /// Returns ::1 at a port; none if the machine has no loopback address of IPv6.
  private static func sixth(_ port: Int) throws -> [Int32] {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = in_port_t(truncatingIfNeeded: port).bigEndian
    address.sin6_addr = in6addr_loopback
    do throws(IOError) {
      return [try listening(AF_INET6, &address)]
    } catch {
      guard [EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.errnoCode) else { throw error }
      return []
    }
  }

  private static func listening<Address>(
    _ family: Int32,
    _ address: inout Address
  ) throws(IOError) -> Int32 {
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let socket = Glibc.socket(family, type, 0)
    guard socket >= 0 else { throw IOError(errnoCode: errno, reason: "socket") }
    var isOn: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &isOn, size)
    if family == AF_INET6 { setsockopt(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &isOn, size) }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    guard code == 0, listen(socket, backlog) == 0 else {
      let error = IOError(errnoCode: errno, reason: "bind")
      Glibc.close(socket)
      throw error
    }
    return socket
  }

  /// The family and port of a socket's own address.
  private static func address(of socket: Int32) throws -> (family: Int32, port: Int) {
    // The port is at the same position in the addresses of both families.
    var address = sockaddr_in6()
    var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
    }
    guard code == 0 else { throw IOError(errnoCode: errno, reason: "getsockname") }
    return (Int32(address.sin6_family), Int(in_port_t(bigEndian: address.sin6_port)))
  }
}
