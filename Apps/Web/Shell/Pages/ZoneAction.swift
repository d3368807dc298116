import Core
import Pages
import Presentation
import ProfileContract

/// Sets the person's time zone to that of the browser, unless they have chosen one.
///
/// On the person's own machine that is the system's zone. A server is elsewhere, and days, hours
/// and reminders must follow the person's zone, even while no page is open.
enum ZoneAction {
  static let name = "shell.zone"

  /// The field with the zone, which a script fills.
  static let field = "zone"

  static let action = FormAction(name) { fields, context in
    try await take(fields, context)
    return .back
  }

  /// Applies the zone in a form, if there is one and it is needed.
  ///
  /// One that is not known here, such as a newer one or that of a browser which hides its own, is left
  /// out: nobody typed it, and the form has what they did.
  static func take(_ fields: FormFields, _ context: PageContext) async throws {
    guard let zone = fields.text(field), Zone(installed: zone) != nil else { return }
    let chosen = try await context.askIfAvailable(CurrentProfile())?.preferences[.timeZone]
    guard chosen == "auto" else { return }
    try await context.send(SetPreference(preference: .timeZone, value: zone))
  }
}
