import Glibc
import Locks

/// A server on 127.0.0.1 that does with each connection what a test says.
package final class LoopbackServer: Sendable {
  package let port: UInt16
  private let listener: Int32
  private let accepted = SharedLocked(0)

  /// - Parameter script: called for each connection, on a thread of its own.
  package init(_ script: @escaping @Sendable (Connection) -> Void) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    port = try bindLoopback(listener)
    guard listen(listener, 64) == 0 else { throw Failure() }
    self.listener = listener
    startThread { [accepted] in
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else {
          // Here and not by who stops it: another test could get the number in between.
          Glibc.close(listener)
          return
        }
        accepted.withLock { $0 += 1 }
        startThread {
          let connection = Connection(descriptor)
          script(connection)
          connection.close()
        }
      }
    }
  }

  package struct Failure: Error {}

  /// The number of connections so far.
  package var connections: Int { accepted.withLock { $0 } }

  package func url(_ target: String = "/", host: String = "127.0.0.1") -> String {
    "http://\(host):\(port)\(target)"
  }

  /// Accepts no more connections.
  package func stop() { shutdown(listener, Int32(SHUT_RDWR)) }
}

/// A connection that a client has made.
package final class Connection: Sendable {
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Waits for the next whole request; nil if the client leaves first.
  package func request() -> ReceivedRequest? {
    var bytes: [UInt8] = []
    while true {
      if let request = ReceivedRequest(bytes) { return request }
      guard let piece = receive() else { return nil }
      bytes += piece
    }
  }

  /// Waits until the client closes the connection.
  package func waitForEnd() {
    while receive() != nil {}
  }

  package func send(_ text: String) { send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  package func close() {
    shutdown(descriptor, Int32(SHUT_WR))
    // What was not read would make the system reset the connection, and what was sent be lost.
    waitForEnd()
    Glibc.close(descriptor)
  }

  private func receive() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes[..<count]) : nil
  }
}

/// A request as it came over the wire.
package struct ReceivedRequest: Sendable {
  package let line: String
  package let fields: [String]
  package let body: [UInt8]

  /// Nil unless the bytes are a whole request.
  package init?(_ bytes: [UInt8]) {
    let end = Array("\r\n\r\n".utf8)
    guard let header = bytes.firstRange(of: end) else { return nil }
    var lines = String(decoding: bytes[..<header.lowerBound], as: UTF8.self)
      .split(separator: "\r\n").map(String.init)
    line = lines.removeFirst()
    fields = lines
    let length = fields.first { $0.lowercased().hasPrefix("content-length:") }
      .flatMap { Int($0.dropFirst("content-length:".count).filter { $0 != " " }) }
    let rest = bytes[header.upperBound...]
    guard rest.count >= length ?? 0 else { return nil }
    body = Array(rest)
  }

  package func field(_ name: String) -> String? {
    fields.first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }
}

/// An answer with that body.
package func answer(_ body: String, status: String = "200 OK", _ fields: String...) -> String {
  let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)"] + fields
  return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
}

private final class Work: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func startThread(_ run: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let work = Unmanaged.passRetained(Work(run))
  let code = pthread_create(
    &thread,
    nil,
    { work in
      if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
      return nil
    },
    work.toOpaque()
  )
  precondition(code == 0, "a thread could not be started")
  pthread_detach(thread)
}
