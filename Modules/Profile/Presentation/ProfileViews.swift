import Commands
import Core
import Presentation
import ProfileContract
import Terminal

/// Views of the profile.
enum ProfileViews {
  static func of(
    _ profile: ProfileView,
    badges: Int? = nil,
    _ context: any SpaceContext
  ) -> [any View] {
    let isNamed = !profile.displayName.isEmpty
    let name = isNamed ? profile.displayName : context.say(.profileNameless)
    let mode = context.say(profile.mode == .offline ? .profileOffline : .profileSignedIn)
    let rows = Preference.allCases.map { preference in
      [Text(preference.rawValue), Text(value(preference, in: profile))]
    }
    let hint = isNamed ? "trellis settings KEY VALUE" : "trellis profile --name YOUR-NAME"
    let earned = badges.map { badges -> any View in
      Paragraph(Text(words(badges), .done))
    }
    let head: [any View] = [Paragraph(Text(name, .heading)), Paragraph(Text(mode, .muted))]
    return head + [earned].compactMap { $0 } + [
      Table([.init("Setting"), .init("Is", fit: .wraps)], rows: rows),
      Paragraph(Text("Change: ", .muted) + Text(hint, .accent)),
    ]
  }

  private static func value(_ preference: Preference, in profile: ProfileView) -> String {
    let value = profile.preferences[preference] ?? ""
    guard preference == .timeZone, value == "auto" else { return value }
    return "auto (\(profile.calendar.zone.identifier))"
  }

  private static func words(_ badges: Int) -> String {
    switch badges {
    case 0: "No badges yet"
    case 1: "1 badge"
    default: "\(badges) badges"
    }
  }

  static func named(_ profile: ProfileView, _ context: any SpaceContext) -> [any View] {
    let words =
      profile.displayName.isEmpty
      ? context.say(.profileUnnamed)
      : context.say(.profileNamed, ["name": profile.displayName])
    return [Paragraph(Text(words))]
  }
}
