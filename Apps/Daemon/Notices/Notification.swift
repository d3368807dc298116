import DBus

/// What appears on a desktop.
struct Notification: Sendable, Equatable {
  enum Urgency: UInt8, Sendable { case low = 0, normal = 1 }

  /// Names the product it is from.
  let application: String
  let title: String
  let body: String
  /// Keys and labels; `default` is what a click on the whole means.
  let actions: [(key: String, label: String)]
  let urgency: Urgency
  /// The number of the one whose place it takes; 0 for none.
  var replaces: UInt32 = 0
  var isSilent = false

  static func == (a: Notification, b: Notification) -> Bool {
    a.title == b.title && a.body == b.body && a.replaces == b.replaces
  }

  private static let category = "x-trellis.habit"
  /// A name of the icon theme (Icon Naming Specification 0.8).
  private static let icon = "appointment-soon"
  /// How long it stays is the service's to decide.
  private static let expiry: Int32 = -1

  /// What the service's method `Notify` takes.
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
    // Some services show one line alone: it must be the one that says what it is about.
    guard abilities.body else { return (body, "") }
    return (title, abilities.markup ? Notification.escaped(body) : body)
  }

  /// The body is markup where a service says so; a title of a habit must not become any.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
    return result
  }
}
