import AppSupport
import Core
import FileSystem
import Glibc

/// Requests to the running daemon, over its socket file, or over TCP where it has none.
///
/// One short exchange after another, each on its own connection (RFC 9112).
struct DaemonConnection: Sendable {
  /// Seconds to wait for a response.
  private static let patience = 10
  private static let longest = 1 << 20

  private let record: DaemonRecord
  private let token: String

  /// - Throws: a ``DomainError`` when the token cannot be read.
  init(_ record: DaemonRecord, _ home: Home) throws {
    self.record = record
    token = try home.daemonToken.text()
  }

  /// Sends a request and decodes the response.
  ///
  /// - Parameter body: nil for a `GET`.
  /// - Throws: a ``DomainError`` with the daemon's own words, or when it does not answer.
  func ask<Reply: Decodable>(
    _ path: String,
    _ body: (any Encodable & Sendable)? = nil,
    as type: Reply.Type = Reply.self
  ) throws -> Reply {
    let socket = try connected()
    defer { close(socket) }
    let bytes = try body.map { try JSON.encode($0) }
    try send(head(path, bytes) + (bytes ?? []), over: socket)
    let (status, content) = try response(from: socket)
    guard status == 200 else {
      let problem = try? JSON.decode(Problem.self, from: content)
      throw problem.map { DomainError($0.code, $0.detail) } ?? silent
    }
    do {
      return try JSON.decode(type, from: content)
    } catch { throw silent }
  }

  private struct Problem: Decodable {
    let code: String
    let detail: String
  }

  private func head(_ path: String, _ body: [UInt8]?) -> [UInt8] {
    let fields = [
      "\(body == nil ? "GET" : "POST") \(path) HTTP/1.1",
      "Host: 127.0.0.1:\(record.port ?? 0)",
      "Authorization: Bearer \(token)",
      "Content-Type: application/json",
      "Content-Length: \(body?.count ?? 0)",
      "Connection: close",
    ]
    return Array((fields.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  // MARK: Sockets

  private func connected() throws -> Int32 {
    let family = record.socket == nil ? AF_INET : AF_UNIX
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let socket = Glibc.socket(family, type, 0)
    guard socket >= 0 else { throw silent }
    var patience = timeval(tv_sec: DaemonConnection.patience, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    guard record.socket.map({ connect(socket, toFile: $0) }) ?? connectTCP(socket) else {
      close(socket)
      throw silent
    }
    return socket
  }

  private func connect(_ socket: Int32, toFile path: String) -> Bool {
    UnixSocketAddress(path: path)?.withPointer { Glibc.connect(socket, $0, $1) } == 0
  }

  private func connectTCP(_ socket: Int32) -> Bool {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(truncatingIfNeeded: record.port ?? 0).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private func send(_ bytes: [UInt8], over socket: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw silent }
      rest = rest.dropFirst(count)
    }
  }

  /// The status and the body, which ends with the connection.
  private func response(from socket: Int32) throws -> (status: Int, body: [UInt8]) {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = recv(socket, &piece, piece.count, 0)
      if count == 0 { break }
      guard count > 0, bytes.count + count <= DaemonConnection.longest else { throw silent }
      bytes += piece[..<count]
    }
    let end = Array("\r\n\r\n".utf8)
    guard let split = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else {
      throw silent
    }
    let line = String(decoding: bytes[..<split], as: UTF8.self).prefix { !$0.isNewline }
    guard let status = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw silent
    }
    return (status, Array(bytes[(split + end.count)...]))
  }

  private var silent: DomainError {
    DomainError(
      "daemon-silent",
      "trellisd (process \(record.pid)) does not answer. Nothing was changed: try again in a "
        + "moment, or restart it:  trellis daemon stop && trellis daemon start"
    )
  }
}
