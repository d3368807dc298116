import Dispatch
import FileSystem
import Glibc

/// A raw connection, for sending what no well-behaved client would.
final class Wire: Sendable {
  private let file: Int32

  /// - Throws: when the connection is refused.
  init(port: Int) throws {
    file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let file = file
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw WireError() }
    patience(seconds: 10)
  }

  /// A connection over IPv6.
  init(port6 port: Int) throws {
    file = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = in_port_t(port).bigEndian
    address.sin6_addr = in6addr_loopback
    let file = file
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
      }
    }
    guard result == 0 else { throw WireError() }
    patience(seconds: 10)
  }

  /// Opens many connections.
  ///
  /// Connecting waits once more are open than the system keeps for a server. That must not keep a
  /// thread which the server under test needs to accept them.
  static func crowd(_ count: Int, port: Int) async throws -> [Wire] {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try (0..<count).map { _ in try Wire(port: port) } })
      }
    }
  }

  init(path: String) throws {
    file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let file = file
    let result = UnixSocketAddress(path: path)?.withPointer { connect(file, $0, $1) }
    guard result == 0 else { throw WireError() }
    patience(seconds: 10)
  }

  /// Sets how long to wait for bytes before the connection counts as ended.
  private func patience(seconds: Int) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// The bytes received until `isEnough` or until the peer closes.
  func receive(
    until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async -> String {
    let file = file
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var text = ""
        var chunk = [UInt8](repeating: 0, count: 4096)
        while !isEnough(text) {
          let count = recv(file, &chunk, chunk.count, 0)
          guard count > 0 else { break }
          text += String(decoding: chunk[..<count], as: UTF8.self)
        }
        continuation.resume(returning: text)
      }
    }
  }

  /// Whether the peer closes within the timeout; bytes that still arrive are dropped.
  func ends() async -> Bool {
    let file = file
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var chunk = [UInt8](repeating: 0, count: 4096)
        var count = 0
        repeat { count = recv(file, &chunk, chunk.count, 0) } while count > 0
        continuation.resume(returning: count == 0 || errno == ECONNRESET)
      }
    }
  }

  func close() { shutdown(file, Int32(SHUT_RDWR)) }

  deinit { Glibc.close(file) }
}

struct WireError: Error {}
