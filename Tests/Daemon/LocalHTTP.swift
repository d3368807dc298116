import Foundation

/// A request to a port of this machine, whose response is read to its end or until it is cancelled.
final class LocalHTTP {
  private let socket: Int32

  init(_ port: UInt16, _ request: String) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let code = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw Overdue(what: "nothing listens at \(port)") }
    let bytes = Array(request.utf8)
    guard write(socket, bytes, bytes.count) == bytes.count else {
      throw Overdue(what: "the request was not taken")
    }
  }

  deinit { close(socket) }

  static func get(_ port: UInt16, _ path: String, keep: Bool = false) throws -> LocalHTTP {
    let end = keep ? "" : "Connection: close\r\n"
    return try LocalHTTP(port, "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(end)\r\n")
  }

  /// Reads until the text contains what is expected, or the other side has closed.
  func read(until isThere: (String) -> Bool) throws -> String {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while !isThere(text) {
      var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&wait, 1, 60_000) == 1 else { throw Overdue(what: "no more came after: \(text)") }
      let count = Glibc.read(socket, &buffer, buffer.count)
      guard count > 0 else { return text }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    return text
  }

  func readAll() throws -> String { try read { _ in false } }
}
