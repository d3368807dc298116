import Core
import Glibc

/// The sockets that systemd opened for this process, before it was started.
///
/// Source: sd_listen_fds(3). `LISTEN_FDS` counts descriptors from 3 on, which are meant for the
/// process `LISTEN_PID` alone: programs that it starts inherit both variables.
enum InheritedSockets {
  private static let first: Int32 = 3
  /// No unit has more; a damaged variable must not cause thousands of descriptors to be examined.
  private static let most: Int32 = 16

  /// The descriptors of sockets that listen at the loopback addresses; none if systemd opened none.
  ///
  /// They stay open until the process ends, and no program that it starts inherits them.
  ///
  /// - Throws: a ``DomainError`` for a socket that other machines can reach.
  static func take() throws -> [Int32] {
    guard let process = number("LISTEN_PID"), process == getpid(),
      let count = number("LISTEN_FDS"), count > 0
    else { return [] }
    let descriptors = Array(first..<(first + min(count, most)))
    for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    guard descriptors.allSatisfy(isOfThisMachine) else {
      throw DomainError(
        "socket-not-local",
        "systemd passed a socket that does not listen at 127.0.0.1 or [::1] alone, and the web app "
          + "is for this machine only. Nothing was started: write the units anew with  trellisd "
          + "install"
      )
    }
    return descriptors
  }

  private static func number(_ name: String) -> Int32? {
    getenv(name).flatMap { Int32(String(cString: $0)) }
  }

  private static func isOfThisMachine(_ descriptor: Int32) -> Bool {
    var isListening: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size) == 0,
      isListening == 1
    else { return false }
    var old = sockaddr_in()
    readAddress(of: descriptor, into: &old)
    if Int32(old.sin_family) == AF_INET {
      return old.sin_addr.s_addr == in_addr_t(0x7F00_0001).bigEndian
    }
    var new = sockaddr_in6()
    readAddress(of: descriptor, into: &new)
    guard Int32(new.sin6_family) == AF_INET6 else { return false }
    return withUnsafeBytes(of: new.sin6_addr) { bytes in
      bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
    }
  }

  /// Reads as much of a socket's address as fits; its family comes first.
  private static func readAddress<Address>(of descriptor: Int32, into address: inout Address) {
    var size = socklen_t(MemoryLayout<Address>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = getsockname(descriptor, $0, &size)
      }
    }
  }
}
