import DBus
import Foundation
import Locks

/// A session bus with a notification service, with as much as a program that shows notices needs.
final class FakeBus: Sendable {
  struct Shown: Sendable {
    let number: UInt32
    let replaces: UInt32
    let title: String
    let body: String
    /// Alternating keys and labels.
    let actions: [String]
    let hints: [DBusValue]
  }

  private struct State {
    var shown: [Shown] = []
    var withdrawn: [UInt32] = []
    var client: Int32 = -1
    var serial: UInt32 = 0
    var number: UInt32 = 0
  }

  private static let service = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  let path: String
  private let abilities: [String]
  private let listener: Int32
  private let state = Locked(State())

  init(abilities: [String] = ["actions", "body", "body-markup"], at path: String? = nil) throws {
    self.abilities = abilities
    let path = path ?? FakeBus.freePath
    self.path = path
    listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let socket = listener
    let code = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0, listen(socket, 8) == 0 else { throw Overdue(what: "no socket at \(path)") }
    Thread.detachNewThread { [weak self] in
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

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    unlink(path)
  }

  static var freePath: String { "/tmp/trellis-bus-\(UUID().uuidString)" }

  var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)"] }

  var shown: [Shown] { state.withLock { $0.shown } }
  var withdrawn: [UInt32] { state.withLock { $0.withdrawn } }

  /// The first `count` notices, once they have been shown.
  func first(_ count: Int = 1, _ words: @autoclosure () -> String = "") throws -> [Shown] {
    try eventually("\(shown.count) of \(count) notices came. \(words())") {
      let all = shown
      return all.count >= count ? all : nil
    }
  }

  // MARK: Actions of the user

  func choose(_ key: String, on number: UInt32) {
    signal("ActionInvoked", [.uint32(number), .string(key)])
  }

  func putAway(_ number: UInt32) {
    signal("NotificationClosed", [.uint32(number), .uint32(2)])
  }

  /// Closes the whole bus.
  func disconnect() {
    state.withLock { state in
      shutdown(state.client, Int32(SHUT_RDWR))
      state.client = -1
    }
  }

  private func signal(_ member: String, _ body: [DBusValue]) {
    var message = DBusMessage(.signal)
    message.path = FakeBus.path
    message.interface = FakeBus.service
    message.member = member
    message.sender = ":1.2"
    message.body = body
    state.withLock { state in
      state.serial += 1
      message.serial = state.serial
      FakeBus.send(message.encoded, to: state.client)
    }
  }

  // MARK: The bus

  private func serve(_ client: Int32) {
    defer { close(client) }
    var input: [UInt8] = []
    var isAdmitted = false
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(client, &buffer, buffer.count)
      guard count > 0 else { return }
      input += buffer[..<count]
      if !isAdmitted { isAdmitted = admit(&input, client) }
      guard isAdmitted else { continue }
      while let (message, length) = try? DBusMessage.first(in: input[...]) {
        input.removeFirst(length)
        answer(message, client)
      }
    }
  }

  /// Handles the lines before the first message; true once they are complete.
  private func admit(_ input: inout [UInt8], _ client: Int32) -> Bool {
    while let end = input.firstIndex(of: 10) {
      let line = String(decoding: input[..<end], as: UTF8.self)
      input.removeFirst(end + 1)
      if line.hasPrefix("BEGIN") { return true }
      let name = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
      let isRight = line == "\0AUTH EXTERNAL \(name)\r"
      FakeBus.send(Array((isRight ? "OK 0123456789abcdef\r\n" : "REJECTED\r\n").utf8), to: client)
    }
    return false
  }

  private func answer(_ call: DBusMessage, _ client: Int32) {
    var answer = DBusMessage(.answer)
    answer.answers = call.serial
    answer.wantsAnswer = false
    switch call.member {
    case "Hello": answer.body = [.string(":1.1")]
    case "GetCapabilities": answer.body = [.strings(abilities)]
    case "Notify": answer.body = [.uint32(notify(call.body))]
    case "CloseNotification":
      if let number = call.body.first?.number { state.withLock { $0.withdrawn.append(number) } }
    default: break
    }
    state.withLock { state in
      state.serial += 1
      answer.serial = state.serial
      FakeBus.send(answer.encoded, to: client)
    }
  }

  private func notify(_ body: [DBusValue]) -> UInt32 {
    state.withLock { state in
      state.number += 1
      let shown = Shown(
        number: state.number,
        replaces: body[1].number ?? 0,
        title: body[3].text ?? "",
        body: body[4].text ?? "",
        actions: (body[5].elements ?? []).compactMap(\.text),
        hints: body[6].elements ?? []
      )
      state.shown.append(shown)
      return state.number
    }
  }

  private static func send(_ bytes: [UInt8], to client: Int32) {
    // A client that disconnected is noticed when reading from it.
    _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }
}
