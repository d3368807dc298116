import CommandKit
import Core
import GamificationContract
import PageKit
import ProfileContract

/// Name, figures and preferences on the settings page.
enum ProfileCard {
  static func body(_ visit: Visit) async throws -> HTML? {
    let session = visit.session
    let profile = try await session.ask(CurrentProfile())
    let badges = try await session.askIfAnswered(AllBadges())?.total
    return who(profile, badges, visit) + preferences(profile, visit)
  }

  private static func who(_ profile: ProfileView, _ badges: Int?, _ visit: Visit) -> HTML {
    let session = visit.session
    let mode = session.say(profile.mode == .offline ? .profileOffline : .profileSignedIn)
    let figures = badges.map { count in
      HTML.figures([
        Figure(value: "\(count)", label: session.say(count == 1 ? .profileBadge : .profileBadges))
      ])
    }
    let form = visit.form(
      "profile.set-name",
      class: "stack",
      """
      \(HTML.field(
        label: session.say(.profileNameLabel),
        name: "name",
        value: profile.displayName,
        hint: session.say(.profileNameHint),
        attributes: [("maxlength", "80"), ("autocomplete", "nickname")]
      ))<p><button class="button">\(session.say(.profileKeep))</button></p>
      """
    )
    return HTML.card(
      session.say(.profileTitle),
      "\(figures)\(form)<p class=\"small muted\">\(mode)</p>"
    )
  }

  private static func preferences(_ profile: ProfileView, _ visit: Visit) -> HTML {
    let session = visit.session
    let set = profile.preferences
    let zone = set[.timeZone] ?? "auto"
    let fields: [HTML] = [
      HTML.field(
        label: session.say(.profileZone),
        name: Preference.timeZone.rawValue,
        value: zone,
        hint: session.say(.profileZoneHint, ["zone": profile.calendar.zone.identifier]),
        required: true,
        attributes: [("autocomplete", "off"), ("spellcheck", "false"), ("maxlength", "64")]
      ),
      HTML.choice(
        label: session.say(.profileWeekStart),
        name: Preference.weekStart.rawValue,
        options: Weekday.allCases.map { ($0.name.lowercased(), $0.name) },
        selected: profile.calendar.weekStart.name.lowercased()
      ),
      HTML.choice(
        label: session.say(.profileDayStart),
        name: Preference.dayStart.rawValue,
        options: starts(with: set[.dayStart]),
        selected: set[.dayStart] ?? "00:00",
        hint: session.say(.profileDayStartHint)
      ),
    ]
    let ticks = [Preference.reducedMotion, .sound, .vibration].map { preference in
      HTML.checkbox(
        label: session.say(preference.label),
        name: preference.rawValue,
        isOn: set[preference] == "on"
      )
    }
    return HTML.card(
      session.say(.profilePreferences),
      visit.form(
        "profile.set-preferences",
        class: "stack",
        """
        \(fields.joined())\(ticks.joined())\
        <p><button class="button">\(session.say(.profileKeep))</button></p>
        """
      )
    )
  }

  /// Every half hour, and what was chosen elsewhere to the minute.
  private static func starts(with chosen: String?) -> [(value: String, label: String)] {
    var times = stride(from: 0, through: DayStart.latestMinutes, by: 30).map { minutes in
      "0\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }
    if let chosen, !times.contains(chosen) { times.append(chosen) }
    return times.sorted().map { ($0, $0) }
  }
}

extension Preference {
  fileprivate var label: Phrase {
    switch self {
    case .timeZone: .profileZone
    case .weekStart: .profileWeekStart
    case .dayStart: .profileDayStart
    case .reducedMotion: .profileReducedMotion
    case .sound: .profileSound
    case .vibration: .profileVibration
    }
  }
}

/// What the forms do.
enum ProfileActions {
  static func name(_ fields: FormFields, _ session: Session) async throws -> Landing {
    let name = fields.text("name") ?? ""
    let profile = try await session.send(SetDisplayName(displayName: name))
    guard !profile.displayName.isEmpty else { return .done(session.say(.profileUnnamed)) }
    return .done(session.say(.profileNamed, ["name": profile.displayName]))
  }

  /// Sets what differs; a box that is not ticked is not sent, which means off.
  static func preferences(_ fields: FormFields, _ session: Session) async throws -> Landing {
    let before = try await session.ask(CurrentProfile()).preferences
    for preference in Preference.allCases {
      guard let value = wanted(preference, fields), value != before[preference] else { continue }
      try await session.send(SetPreference(preference: preference, value: value))
    }
    return .done(session.say(.profileKept))
  }

  private static func wanted(_ preference: Preference, _ fields: FormFields) -> String? {
    switch preference {
    case .timeZone, .weekStart, .dayStart: fields.text(preference.rawValue)
    case .reducedMotion, .sound, .vibration: fields[preference.rawValue] == "on" ? "on" : "off"
    }
  }
}
