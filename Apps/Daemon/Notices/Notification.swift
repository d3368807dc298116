import Core
import DBus

/// A notification on a desktop.
struct Notification: Sendable, Equatable {
  enum Urgency: UInt8, Sendable { case low = 0, normal = 1 }

  /// The name of the product that sends it.
  let application: String
  let title: String
  let body: String
  /// Keys and labels; `default` is the action of a click on the notification itself.
  let actions: [(key: String, label: String)]
  let urgency: Urgency
  /// The number of the notification that it replaces; 0 for none.
  var replaces: UInt32 = 0
  var isSilent = false

  static func == (a: Notification, b: Notification) -> Bool {
    a.title == b.title && a.body == b.body && a.replaces == b.replaces
  }

  private static let category = "x-trellis.habit"
  /// A name of the icon theme (Icon Naming Specification 0.8).
  private static let icon = "appointment-soon"
  /// The service decides how long it stays.
  private static let expiry: Int32 = -1

  /// Returns the arguments of the service's method `Notify`.
  func values(for abilities: NotificationService.Abilities) -> [DBusValue] {
    var hints: [(String, DBusValue)] = [
      ("urgency", .byte(urgency.rawValue)), ("category", .string(Notification.category)),
    ]
    if isSilent { hints.append(("suppress-sound", .boolean(true))) }
    let words = shownWords(abilities)
    let buttons = abilities.actions ? actions.flatMap { [$0.key, $0.label] } : []
    return [
      .string(application), .uint32(replaces), .string(Notification.icon), .string(words.title),
      .string(words.body), .strings(buttons), .table(hints), .int32(Notification.expiry),
    ]
  }

  private func shownWords(
    _ abilities: NotificationService.Abilities
  ) -> (title: String, body: String) {
    guard !body.isEmpty else { return (title, "") }
    // Some services show only one line, which must say what the notification is about.
    guard abilities.body else { return (body, "") }
    return (title, abilities.markup ? Notification.escaped(body) : body)
  }

  /// Escapes the body for services that read markup, so that a habit's title is never markup.
  static func escaped(_ text: String) -> String {
    text.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: nil
      }
    }
  }
}
