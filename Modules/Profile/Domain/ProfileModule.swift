import Core
import ProfileContract

/// The user's name and preferences, such as the time zone and the start of week and day.
public struct ProfileModule: Module {
  public typealias State = ProfileState

  public static let manifest = Manifest(
    name: "profile",
    version: "1.0.0",
    summary: "Display name, time zone, start of week and day, preferences.",
    kernel: KernelVersion(2, 1),
    owns: [NameSet.self, PreferenceSet.self],
    publishes: [ProfileChanged.self],
    answers: [
      CurrentProfile.self, SetDisplayName.self, SetPreference.self, CurrentCalendar.self,
    ],
    announces: [ProfileChanged.self]
  )

  public static func register(in host: inout some ModuleHost<ProfileState>) {
    host.fold(NameSet.self) { state, fact, context in
      if state.apply(fact, at: context.stamp) { context.emit(ProfileChanged()) }
    }
    host.fold(PreferenceSet.self) { state, fact, context in
      if state.apply(fact, at: context.stamp) { context.emit(ProfileChanged()) }
    }
    host.answer(CurrentCalendar.self) { state, _, context in
      state.calendar(host: context.calendar.zone)
    }
    host.answer(CurrentProfile.self) { state, _, context in view(state, context) }
    host.decide(SetDisplayName.self, setName) { state, _, context in view(state, context) }
    host.decide(SetPreference.self, setPreference) { state, _, context in view(state, context) }
  }

  private static func setName(
    _ state: ProfileState,
    _ command: SetDisplayName,
    _ context: RequestContext
  ) throws -> Decision {
    let name = try DomainError.checking("name") {
      try TextRule.line.checked(command.displayName, "The name")
    }
    guard name.count <= SetDisplayName.maxLength else {
      throw DomainError(
        "name-too-long",
        "A name may have up to \(SetDisplayName.maxLength) characters. Nothing was saved: give a "
          + "shorter one.",
        isFinal: true,
        about: "name"
      )
    }
    return name == state.name ? .unchanged : [NameSet(displayName: name)]
  }

  private static func setPreference(
    _ state: ProfileState,
    _ command: SetPreference,
    _ context: RequestContext
  ) throws -> Decision {
    let value = try PreferenceRules.checked(command.value, for: command.preference)
    let on = try firstDay(of: command, context)
    let isSet = value == state.value(command.preference)
    let isDated = command.preference != .weekStart || state.beginsWeeks(as: value, from: on)
    guard !isSet || !isDated else { return .unchanged }
    return [PreferenceSet(key: command.preference.rawValue, value: value, on: on)]
  }

  private static func firstDay(of command: SetPreference, _ context: RequestContext) throws -> Day {
    guard let from = command.from else { return context.today }
    guard command.preference == .weekStart else {
      throw DomainError(
        "not-dated",
        "Only the first day of the week holds from a day. Nothing was changed: "
          + "\(command.preference.rawValue) holds from now on.",
        isFinal: true
      )
    }
    guard from <= context.today else {
      throw DomainError(
        "day-in-future",
        "\(from) has not come yet. Nothing was changed: give a day up to today, \(context.today)."
      )
    }
    return from
  }

  private static func mode(of principal: Principal) -> Mode {
    if case .account = principal { .signedIn } else { .offline }
  }

  private static func view(_ state: ProfileState, _ context: RequestContext) -> ProfileView {
    let preferences = Preference.allCases.map { ($0, state.value($0)) }
    return ProfileView(
      displayName: state.name,
      mode: mode(of: context.principal),
      preferences: Dictionary(uniqueKeysWithValues: preferences),
      calendar: context.calendar
    )
  }
}
