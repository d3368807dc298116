import DBus
import FileSystem
import Foundation
import Locks

/// A message bus with one program on it: as much of one as tests need.
///
/// It serves one client after the other.
public final class BusServer: Sendable {
  public enum Answer: Sendable {
    case values([DBusValue])
    case error(String, String)
    case none
  }

  /// What a client that connects meets.
  public enum Welcome: Sendable {
    case admits, rejects, isSilent
  }

  private struct State {
    var client: Int32 = -1
    var serial: UInt32 = 0
    var received: [ServerMessage] = []
  }

  public let path: String
  private let listener: Int32
  private let welcome: Welcome
  private let activatable: [String]
  private let answer: @Sendable (ServerMessage) -> Answer
  private let state = Locked(State())

  /// Serves at `path` until let go of.
  ///
  /// - Parameters:
  ///   - activatable: the names of services that the bus starts when they are called.
  ///   - answer: what calls get, other than those of the bus itself.
  public init(
    at path: String = BusServer.freePath,
    welcome: Welcome = .admits,
    activatable: [String] = [],
    answer: @escaping @Sendable (ServerMessage) -> Answer = { _ in .values([]) }
  ) throws {
    self.path = path
    self.welcome = welcome
    self.activatable = activatable
    self.answer = answer
    listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let socket = listener
    let code = UnixSocketAddress(path: path)?.withPointer { bind(socket, $0, $1) }
    guard code == 0, listen(socket, 8) == 0 else {
      close(socket)
      throw NoSocket(path: path)
    }
    Thread.detachNewThread { [weak self] in
      // Here, so that its number is nobody else's for as long as it is accepted from.
      defer { close(socket) }
      while true {
        let client = accept(socket, nil, nil)
        guard client >= 0 else { return }
        guard let self else {
          close(client)
          return
        }
        self.state.withLock { $0.client = client }
        self.serve(client)
      }
    }
  }

  struct NoSocket: Error {
    let path: String
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    unlink(path)
  }

  public static var freePath: String { "/tmp/trellis-bus-\(UUID().uuidString)" }

  /// Calls, and what else came, in order.
  public var received: [ServerMessage] { state.withLock { $0.received } }

  // MARK: What others do

  /// Sends a message of another program, once a client is there.
  public func send(_ message: ServerMessage) {
    var message = message
    state.withLock { state in
      state.serial += 1
      message.serial = state.serial
      BusServer.send(message.encoded, to: state.client)
    }
  }

  /// Sends bytes that may be anything.
  public func send(_ bytes: [UInt8]) {
    state.withLock { BusServer.send(bytes, to: $0.client) }
  }

  /// The whole bus goes.
  public func disconnect() {
    state.withLock { state in
      shutdown(state.client, Int32(SHUT_RDWR))
      state.client = -1
    }
  }

  // MARK: What a bus does

  private func serve(_ client: Int32) {
    defer { close(client) }
    var input: [UInt8] = []
    var isAdmitted = false
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(client, &buffer, buffer.count)
      guard count > 0 else { return }
      guard welcome != .isSilent else { continue }
      input += buffer[..<count]
      if !isAdmitted { isAdmitted = admit(&input, client) }
      guard isAdmitted else { continue }
      while let message = ServerMessage.take(from: &input) { take(message, client) }
    }
  }

  /// The lines before the first message; true once they are over.
  ///
  /// The system tells a bus who connects, so that a client may leave out its name.
  private func admit(_ input: inout [UInt8], _ client: Int32) -> Bool {
    let name = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
    let admission = "OK 0123456789abcdef0123456789abcdef"
    while let end = input.firstIndex(of: 10) {
      let line = String(decoding: input[..<end], as: UTF8.self).filter { $0 != "\0" }
      input.removeFirst(end + 1)
      let answer =
        switch line.trimmingCharacters(in: .newlines) {
        case "BEGIN": nil as String?
        case _ where welcome == .rejects: "REJECTED"
        case "AUTH EXTERNAL": "DATA"
        case "AUTH EXTERNAL \(name)", "DATA": admission
        case "NEGOTIATE_UNIX_FD": "AGREE_UNIX_FD"
        default: "ERROR"
        }
      guard let answer else { return welcome == .admits }
      BusServer.send(Array("\(answer)\r\n".utf8), to: client)
    }
    return false
  }

  private func take(_ message: ServerMessage, _ client: Int32) {
    state.withLock { $0.received.append(message) }
    guard message.kind == .call else { return }
    var reply = ServerMessage(.answer)
    reply.answers = message.serial
    reply.sender = message.destination
    switch answer(to: message) {
    case .values(let values): reply.body = values
    case .error(let name, let words):
      reply.kind = .error
      reply.errorName = name
      reply.body = [.string(words)]
    case .none: return
    }
    send(reply)
  }

  private func answer(to call: ServerMessage) -> Answer {
    guard call.destination == "org.freedesktop.DBus" else { return answer(call) }
    return switch call.member {
    case "Hello": .values([.string(":1.1")])
    case "ListActivatableNames": .values([.strings(activatable)])
    default: .values([])
    }
  }

  private static func send(_ bytes: [UInt8], to client: Int32) {
    // A client that went away is noticed where it is read from.
    _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
