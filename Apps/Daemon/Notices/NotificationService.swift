import Bus
import DBus
import Logging
import Loop

/// The desktop's notification service, as long as there is one.
///
/// Source: Desktop Notifications Specification 1.2.
@LoopActor
final class NotificationService {
  /// How a notification ended.
  enum Response: Sendable, Equatable {
    /// The person chose an action, by its key.
    case chose(String)
    /// The person dismissed it unanswered.
    case dismissed
    /// It expired, or was withdrawn.
    case gone
  }

  /// The capabilities that the service reports.
  struct Abilities: Sendable {
    let actions: Bool
    let body: Bool
    let markup: Bool

    init(_ names: [String]) {
      actions = names.contains("actions")
      body = names.contains("body")
      markup = names.contains("body-markup")
    }
  }

  private static let service = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  private static let bus = "org.freedesktop.DBus"
  private static let notifications = DBusObject(service, path, service)
  private static let driver = DBusObject(bus, "/org/freedesktop/DBus", bus)

  private let connection: DBusConnection
  /// Nil while no program offers the service.
  private(set) var abilities: Abilities?
  /// The number of times that the service has come or gone.
  private var owners = 0

  /// - Parameters:
  ///   - replaced: called when another program, or none, has taken the place of the service.
  ///   - changed: called when the abilities of what is there now are known.
  ///   - answers: receives what happens to notifications, including those of other programs.
  ///   - lost: called when the bus itself is lost.
  /// - Throws: `DBusError` when there is no bus.
  static func reach(
    replaced: @escaping @LoopActor () -> Void,
    changed: @escaping @LoopActor () -> Void,
    answers: Topic<NotificationAnswered>,
    lost: @escaping @LoopActor () -> Void
  ) async throws -> NotificationService {
    let connection = try DBusConnection(lost: lost)
    let desktop = NotificationService(connection)
    do {
      try await connection.subscribe(
        to: "type='signal',sender='\(service)',interface='\(service)',path='\(path)'"
      ) { signal in
        if let answer = answer(in: signal) { answers.publish(answer) }
      }
      try await connection.subscribe(
        to: "type='signal',sender='\(bus)',interface='\(bus)',member='NameOwnerChanged',"
          + "arg0='\(service)'"
      ) { [weak desktop] signal in
        // At once: until the abilities are known, notifications may have the same numbers again.
        replaced()
        let isThere = signal.body.last?.text?.isEmpty == false
        desktop?.ownerChanged(isThere, changed)
      }
      await desktop.learn()
    } catch {
      connection.close()
      throw error
    }
    return desktop
  }

  /// The notification and the answer that a signal of the service reports.
  private static func answer(in signal: DBusSignal) -> NotificationAnswered? {
    guard let number = signal.body.first?.number, let detail = signal.body.last else { return nil }
    switch signal.member {
    case "ActionInvoked":
      return detail.text.map { NotificationAnswered(number: number, response: .chose($0)) }
    // Reason 2: dismissed by the person.
    case "NotificationClosed":
      let response = detail.number == 2 ? Response.dismissed : .gone
      return NotificationAnswered(number: number, response: response)
    default: return nil
    }
  }

  private init(_ connection: DBusConnection) { self.connection = connection }

  /// Queries the service's capabilities; the bus starts the service if it is not running.
  private func learn() async {
    let answer = try? await connection.call(
      "GetCapabilities",
      of: NotificationService.notifications
    )
    abilities = answer?.first?.elements.map { Abilities($0.compactMap(\.text)) }
  }

  private func ownerChanged(_ isThere: Bool, _ changed: @escaping @LoopActor () -> Void) {
    owners += 1
    let owner = owners
    Task { @LoopActor in
      if isThere {
        await learn()
      } else if await !isStartedByBus(), owner == owners {
        abilities = nil
      }
      changed()
    }
  }

  /// Whether the bus starts the service when it is called.
  ///
  /// Such a service may end whenever it is idle. To ask for its abilities then would start it again,
  /// and so on; the next notification starts it in time.
  private func isStartedByBus() async -> Bool {
    let answer = try? await connection.call("ListActivatableNames", of: NotificationService.driver)
    let names = answer?.first?.elements ?? []
    return names.contains { $0.text == NotificationService.service }
  }

  /// Shows a notification and returns its number.
  func show(_ notification: Notification) async throws -> UInt32 {
    guard let abilities else { throw DBusError.noBus("nothing shows notifications") }
    let values = notification.values(for: abilities)
    let answer = try await connection.call("Notify", of: NotificationService.notifications, values)
    guard let number = answer.first?.number else {
      throw DBusError.malformed("a notification has no number")
    }
    return number
  }

  /// Withdraws a notification; whether it was still there does not matter.
  func withdraw(_ number: UInt32) async {
    let values = [DBusValue.uint32(number)]
    _ = try? await connection.call(
      "CloseNotification",
      of: NotificationService.notifications,
      values
    )
  }

  func close() { connection.close() }
}
