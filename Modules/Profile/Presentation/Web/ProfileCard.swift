import Core
import GamificationContract
import Pages
import Presentation
import ProfileContract

/// The card of the name, figures and preferences on the settings page.
enum ProfileCard {
  static func body(_ request: PageRequest) async throws -> HTML? {
    let context = request.context
    let profile = try await context.ask(CurrentProfile())
    let badges = try await context.askIfAvailable(AllBadges())?.total
    return who(profile, badges, request) + preferences(profile, request)
  }

  private static func who(_ profile: ProfileView, _ badges: Int?, _ request: PageRequest) -> HTML {
    let context = request.context
    let mode = context.say(profile.mode == .offline ? .profileOffline : .profileSignedIn)
    let figures = badges.map { count in
      HTML.figures([
        Figure(value: "\(count)", label: context.say(count == 1 ? .profileBadge : .profileBadges))
      ])
    }
    let form = request.form(
      "profile.set-name",
      class: "stack",
      """
      \(HTML.field(
        label: context.say(.profileNameLabel),
        name: "name",
        value: profile.displayName,
        hint: context.say(.profileNameHint),
        attributes: [("maxlength", "\(SetDisplayName.maxLength)"), ("autocomplete", "nickname")]
      ))<p>\(save(context.say(.profileTitle), context))</p>
      """
    )
    return HTML.card(
      context.say(.profileTitle),
      "\(figures)\(form)<p class=\"small muted\">\(mode)</p>"
    )
  }

  private static func preferences(_ profile: ProfileView, _ request: PageRequest) -> HTML {
    let context = request.context
    let set = profile.preferences
    let fields: [HTML] = [
      ZoneChoice.html(set[.timeZone] ?? "auto", profile, context),
      HTML.choice(
        label: context.say(.profileWeekStart),
        name: Preference.weekStart.rawValue,
        options: Weekday.allCases.map { ($0.name.lowercased(), $0.name) },
        selected: profile.calendar.weekStart.name.lowercased()
      ),
      HTML.field(
        label: context.say(.profileWeekFrom),
        name: ProfileActions.weekFrom,
        kind: .date,
        hint: context.say(.profileWeekFromHint),
        attributes: [("max", context.today.description)]
      ),
      HTML.choice(
        label: context.say(.profileDayStart),
        name: Preference.dayStart.rawValue,
        options: starts(with: set[.dayStart]),
        selected: set[.dayStart] ?? "00:00",
        hint: context.say(.profileDayStartHint)
      ),
      HTML.choice(
        label: context.say(.profileAppearance),
        name: Preference.appearance.rawValue,
        options: Appearance.allCases.map { ($0.rawValue, context.say($0.label)) },
        selected: profile.appearance.rawValue
      ),
      HTML.choice(
        label: context.say(.profileNumbers),
        name: Preference.numbers.rawValue,
        options: NumberStyle.allCases.map { ($0.rawValue, $0.words("12500.75")) },
        selected: profile.calendar.numbers.rawValue
      ),
    ]
    let title = context.say(.profilePreferences)
    let content: HTML = "\(fields.joined())<p>\(save(title, context))</p>"
    return HTML.card(
      title,
      request.form("profile.set-preferences", class: "stack", content) + switches(set, request)
    )
  }

  private static func save(_ subject: String, _ context: PageContext) -> HTML {
    HTML.submit(context.say(.profileKeep), about: subject)
  }

  /// What is on or off, which saves itself.
  private static func switches(_ set: [Preference: String], _ request: PageRequest) -> HTML {
    let title = request.context.say(.profilePreferences)
    let ticks = ProfileActions.switches.map { preference in
      HTML.checkbox(
        label: request.context.say(preference.label),
        name: preference.rawValue,
        isOn: set[preference] == "on"
      )
    }
    return request.form(
      "profile.set-preferences",
      fields: [(ProfileActions.ofSwitches, "on")],
      class: "stack",
      label: title,
      savesItself: true,
      "\(ticks.joined())<p>\(save("\(title), on or off", request.context))</p>"
    )
  }

  /// Returns every half hour, plus a chosen time that is not among them.
  private static func starts(with chosen: String?) -> [(value: String, label: String)] {
    var times = stride(from: 0, through: DayStart.latestMinutes, by: 30).map(\.hoursAndMinutes)
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
    case .appearance: .profileAppearance
    case .numbers: .profileNumbers
    case .reducedMotion: .profileReducedMotion
    case .sound: .profileSound
    case .vibration: .profileVibration
    }
  }
}

extension Appearance {
  fileprivate var label: Phrase {
    switch self {
    case .system: .profileAppearanceSystem
    case .light: .profileAppearanceLight
    case .dark: .profileAppearanceDark
    }
  }
}

/// Handles the forms.
enum ProfileActions {
  static let switches = [Preference.reducedMotion, .sound, .vibration]
  /// The field that distinguishes the form with the switches from the other one.
  static let ofSwitches = "switches"
  /// The field with the day from which the first day of the week holds.
  static let weekFrom = "week-start-from"

  static func name(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult {
    let name = fields.text("name") ?? ""
    let profile = try await context.send(SetDisplayName(displayName: name))
    guard !profile.displayName.isEmpty else { return .done(context.say(.profileUnnamed)) }
    return .done(context.say(.profileNamed, ["name": profile.displayName]))
  }

  /// Sets the preferences that differ; an unchecked box is not sent, which means off.
  static func preferences(_ fields: FormFields, _ context: PageContext) async throws -> ActionResult
  {
    let before = try await context.ask(CurrentProfile()).preferences
    let from = try fields.day(weekFrom)
    // The day from which weeks begin on another day is one of the calendar before other changes.
    let others = Preference.allCases.filter { $0 != .weekStart }
    let changes = ([Preference.weekStart] + others).compactMap { preference -> SetPreference? in
      let start = preference == .weekStart ? from : nil
      guard let value = wanted(preference, fields), value != before[preference] || start != nil
      else { return nil }
      return SetPreference(preference: preference, value: value, from: start)
    }
    try await context.send(all: changes)
    return .done(context.say(.profileKept))
  }

  private static func wanted(_ preference: Preference, _ fields: FormFields) -> String? {
    switch preference {
    case .timeZone, .weekStart, .dayStart, .appearance, .numbers: fields.text(preference.rawValue)
    case .reducedMotion, .sound, .vibration:
      fields[ofSwitches] == nil ? nil : fields[preference.rawValue] == "on" ? "on" : "off"
    }
  }
}
