import DBus
import DBusServer
import Locks

/// A session bus with a notification service on it, as much as a program that shows notices needs.
final class FakeBus: Sendable {
  struct Shown: Sendable {
    let number: UInt32
    let replaces: UInt32
    let title: String
    let body: String
    /// Keys and labels in turn.
    let actions: [String]
    let hints: DBusValue
  }

  /// What the service did.
  private final class Desktop: Sendable {
    let shown = Locked<[Shown]>([])
    let withdrawn = Locked<[UInt32]>([])
    /// The number of times that a client asked for the service's abilities.
    let greetings = Locked(0)
    /// The number of notices before the service was restarted.
    let past = Locked(0)
    private let attempts = Locked(0)

    /// The number of times that something was to be shown, this one included.
    func count() -> Int {
      attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
    }

    func notify(_ body: [DBusValue]) -> UInt32 {
      let past = past.withLock { $0 }
      return shown.withLock { all in
        let shown = Shown(
          number: UInt32(all.count - past + 1),
          replaces: body[1].number ?? 0,
          title: body[3].text ?? "",
          body: body[4].text ?? "",
          actions: (body[5].elements ?? []).compactMap(\.text),
          hints: body[6]
        )
        all.append(shown)
        return shown.number
      }
    }
  }

  private static let service = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  private let desktop: Desktop
  private let server: BusServer

  /// - Parameters:
  ///   - isActivatable: whether the bus starts the service when it is called.
  ///   - refused: which notices are refused, counted from 1.
  init(
    abilities: [String] = ["actions", "body", "body-markup"],
    at path: String = BusServer.freePath,
    isActivatable: Bool = false,
    refusing refused: Set<Int> = []
  ) throws {
    let desktop = Desktop()
    self.desktop = desktop
    let activatable = isActivatable ? [FakeBus.service] : []
    server = try BusServer(at: path, activatable: activatable) { call in
      switch call.member {
      case "GetCapabilities":
        desktop.greetings.withLock { $0 += 1 }
        return .values([.strings(abilities)])
      case "Notify":
        guard !refused.contains(desktop.count()) else {
          return .error("org.freedesktop.DBus.Error.LimitsExceeded", "There are too many notices.")
        }
        return .values([.uint32(desktop.notify(call.body))])
      case "CloseNotification":
        if let number = call.body.first?.number { desktop.withdrawn.withLock { $0.append(number) } }
        return .values([])
      default: return .error("org.freedesktop.DBus.Error.UnknownMethod", "There is no such method.")
      }
    }
  }

  static var freePath: String { BusServer.freePath }

  var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(server.path)"] }

  var shown: [Shown] { desktop.shown.withLock { $0 } }
  var withdrawn: [UInt32] { desktop.withdrawn.withLock { $0 } }
  var greetings: Int { desktop.greetings.withLock { $0 } }

  /// The first `count` that were shown, once they were.
  func first(_ count: Int = 1, _ words: @autoclosure () -> String = "") throws -> [Shown] {
    try eventually("\(shown.count) of \(count) notices came. \(words())") {
      let all = shown
      return all.count >= count ? all : nil
    }
  }

  // MARK: What a person does

  func choose(_ key: String, on number: UInt32) {
    signal("ActionInvoked", [.uint32(number), .string(key)])
  }

  func putAway(_ number: UInt32) {
    signal("NotificationClosed", [.uint32(number), .uint32(2)])
  }

  /// The whole bus goes.
  func disconnect() { server.disconnect() }

  /// The service ends and comes again, and begins with number 1.
  func restart() {
    let count = shown.count
    desktop.past.withLock { $0 = count }
    owner(from: ":1.2", to: "")
    owner(from: "", to: ":1.3")
  }

  /// The service ends, since it is idle.
  func retire() { owner(from: ":1.2", to: "") }

  private func owner(from old: String, to new: String) {
    var message = ServerMessage(.signal)
    message.path = "/org/freedesktop/DBus"
    message.interface = "org.freedesktop.DBus"
    message.member = "NameOwnerChanged"
    message.sender = "org.freedesktop.DBus"
    message.body = [.string(FakeBus.service), .string(old), .string(new)]
    server.send(message)
  }

  private func signal(_ member: String, _ body: [DBusValue]) {
    var message = ServerMessage(.signal)
    message.path = FakeBus.path
    message.interface = FakeBus.service
    message.member = member
    message.sender = ":1.2"
    message.body = body
    server.send(message)
  }
}
