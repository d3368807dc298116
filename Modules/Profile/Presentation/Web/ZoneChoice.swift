import Core
import Pages
import Presentation
import ProfileContract

/// The choice of a time zone, from a menu by continents.
enum ZoneChoice {
  static func html(_ chosen: String, _ profile: ProfileView, _ context: PageContext) -> HTML {
    let listed = Zone.listed
    let here: Phrase =
      context.space.principal == .owner ? .profileZoneHere : .profileZoneAway
    var options = [(value: "auto", label: context.say(here)), (value: "UTC", label: "UTC")]
    // A zone set in the terminal may be a name of the database that is seldom chosen.
    if !options.contains(where: { $0.value == chosen }), !listed.contains(chosen) {
      options.append((chosen, chosen))
    }
    return HTML.choice(
      label: context.say(.profileZone),
      name: Preference.timeZone.rawValue,
      options: options,
      groups: groups(listed),
      selected: chosen,
      hint: context.say(.profileZoneHint, ["zone": profile.calendar.zone.identifier])
    )
  }

  /// Below the heading "America" there are "New York" and "Argentina, Buenos Aires".
  private static func groups(
    _ names: [String]
  ) -> [(label: String, options: [(value: String, label: String)])] {
    var groups: [(label: String, options: [(value: String, label: String)])] = []
    for name in names {
      let parts = name.split(separator: "/").map { part in
        String(part.map { $0 == "_" ? " " : $0 })
      }
      guard let area = parts.first else { continue }
      if groups.last?.label != area { groups.append((area, [])) }
      let place = parts.count > 1 ? parts.dropFirst().joined(separator: ", ") : area
      groups[groups.count - 1].options.append((name, place))
    }
    return groups
  }
}
