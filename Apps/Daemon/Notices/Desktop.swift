import DBus
import Logging
import Loop

/// The desktop's notification service, as long as there is one.
///
/// Source: Desktop Notifications Specification 1.2.
@LoopActor
final class Desktop {
  /// What a person does with a notification.
  enum Response: Sendable, Equatable {
    /// They chose an action, by its key.
    case chose(String)
    /// They put it away unanswered.
    case dismissed
    /// It went by itself, or was taken back.
    case gone
  }

  /// What the service says it can do.
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

  static let service = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  private static let bus = "org.freedesktop.DBus"

  private let connection: DBusConnection
  /// Nil while nobody offers the service.
  private(set) var abilities: Abilities?

  /// - Parameters:
  ///   - changed: called when the service has come or gone.
  ///   - responded: called with the number of a notification of anybody's and what was done to it.
  ///   - lost: called when the bus itself is gone.
  /// - Throws: `DBusError` when there is no bus.
  static func reach(
    changed: @escaping @LoopActor () -> Void,
    responded: @escaping @LoopActor (UInt32, Response) -> Void,
    lost: @escaping @LoopActor () -> Void
  ) async throws -> Desktop {
    let ear = Ear(responded: responded)
    let connection = try await DBusConnection.open(
      DBusAddress.session,
      heard: { ear.hear($0) },
      lost: lost
    )
    let desktop = Desktop(connection)
    ear.ownerChanged = { [weak desktop] in desktop?.ownerChanged(changed) }
    do {
      try await connection.listen(
        for: "type='signal',sender='\(service)',interface='\(service)',path='\(path)'"
      )
      try await connection.listen(
        for: "type='signal',sender='\(bus)',interface='\(bus)',member='NameOwnerChanged',"
          + "arg0='\(service)'"
      )
      await desktop.learn()
    } catch {
      connection.close()
      throw error
    }
    return desktop
  }

  private init(_ connection: DBusConnection) { self.connection = connection }

  /// Asks what the service can do; the bus starts it for that where it is only installed.
  private func learn() async {
    let answer = try? await connection.call(method("GetCapabilities"))
    abilities = answer?.first?.elements.map { Abilities($0.compactMap(\.text)) }
  }

  private func ownerChanged(_ changed: @escaping @LoopActor () -> Void) {
    Task { @LoopActor in
      await learn()
      changed()
    }
  }

  /// Shows a notification and returns its number.
  func show(_ notification: Notification) async throws -> UInt32 {
    guard let abilities else { throw DBusError.noBus("nothing shows notifications") }
    let answer = try await connection.call(method("Notify", notification.values(for: abilities)))
    guard let number = answer.first?.number else {
      throw DBusError.malformed("a notification has no number")
    }
    return number
  }

  /// Takes a notification back; whether it was still there does not matter.
  func withdraw(_ number: UInt32) async {
    _ = try? await connection.call(method("CloseNotification", [.uint32(number)]))
  }

  private func method(_ name: String, _ body: [DBusValue] = []) -> DBusMessage {
    .call(Desktop.service, Desktop.path, Desktop.service, name, body)
  }

  func close() { connection.close() }
}

/// Sorts what is heard on the bus.
@LoopActor
private final class Ear {
  private let responded: @LoopActor (UInt32, Desktop.Response) -> Void
  var ownerChanged: (@LoopActor () -> Void)?

  init(responded: @escaping @LoopActor (UInt32, Desktop.Response) -> Void) {
    self.responded = responded
  }

  func hear(_ signal: DBusMessage) {
    switch signal.member {
    case "NameOwnerChanged" where signal.body.first?.text == Desktop.service: ownerChanged?()
    case "ActionInvoked":
      guard let number = signal.body.first?.number, let key = signal.body.last?.text else { return }
      responded(number, .chose(key))
    case "NotificationClosed":
      guard let number = signal.body.first?.number else { return }
      // Reason 2: put away by the person.
      responded(number, signal.body.last?.number == 2 ? .dismissed : .gone)
    default: return
    }
  }
}
