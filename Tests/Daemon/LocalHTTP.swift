import Driver
import Foundation
import Testing

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

  /// Reads until the text contains what is expected, or the other side has closed.
  ///
  /// - Throws: ``Overdue`` after a minute, though a live stream goes on for ever.
  func read(until isThere: (String) -> Bool) throws -> String {
    let end = ContinuousClock.now + .seconds(60)
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while !isThere(text) {
      let left = ContinuousClock.now.duration(to: end).components.seconds
      var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&wait, 1, Int32(1000 * left)) == 1 else {
        throw Overdue(what: "what is expected has not come: \(text)")
      }
      let count = Glibc.read(socket, &buffer, buffer.count)
      guard count > 0 else { return text }
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    return text
  }

  func readAll() throws -> String { try read { _ in false } }
}

extension DaemonProcess {
  /// A request of a program of the person.
  func get(_ path: String, keep: Bool = false) throws -> LocalHTTP {
    _ = try status()
    let token = try String(
      contentsOf: person.home.appendingPathComponent("daemon-token"),
      encoding: .utf8
    )
    let fields = ["Authorization: Bearer \(token.split(separator: "\n")[0])"]
    return try get(path, host: "127.0.0.1", fields + (keep ? [] : ["Connection: close"]))
  }

  /// An order of a program of the person; returns the whole answer.
  func post(_ path: String, _ json: String) throws -> String {
    let token = try String(
      contentsOf: person.home.appendingPathComponent("daemon-token"),
      encoding: .utf8
    )
    let head = [
      "POST \(path) HTTP/1.1", "Host: 127.0.0.1:\(try port())", "Connection: close",
      "Authorization: Bearer \(token.split(separator: "\n")[0])",
      "Content-Type: application/json", "Content-Length: \(json.utf8.count)",
    ]
    return try LocalHTTP(try port(), head.joined(separator: "\r\n") + "\r\n\r\n\(json)").readAll()
  }

  /// A request of a browser, under the app's own name.
  func browse(_ path: String, cookie: String? = nil, method: String = "GET") throws -> String {
    let name = try #require(URL(string: try status()["address"] as? String ?? "")?.host)
    let fields = cookie.map { ["Cookie: \($0)"] } ?? []
    let head = ["Connection: close", "Content-Length: 0", "Sec-Fetch-Site: none"]
    return try get(path, host: name, head + fields, method: method).readAll()
  }

  private func get(
    _ path: String,
    host: String,
    _ fields: [String],
    method: String = "GET"
  ) throws -> LocalHTTP {
    let port = try port()
    let head = ["\(method) \(path) HTTP/1.1", "Host: \(host):\(port)"] + fields
    return try LocalHTTP(port, head.joined(separator: "\r\n") + "\r\n\r\n")
  }
}
