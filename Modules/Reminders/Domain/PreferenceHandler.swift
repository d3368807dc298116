import Core
import RemindersContract

/// Handles notice preferences.
enum PreferenceHandler {
  static func set(
    _ state: RemindersState,
    _ command: SetNoticePreference,
    _ context: RequestContext
  ) throws
    -> Decision
  {
    try ReminderHandlers.allowed(context)
    let preference = command.preference
    try check(preference, context)
    let value = try checked(command.value, for: preference)
    guard value != state.value(of: preference) else { return .unchanged }
    return [NoticePreferenceSet(key: preference.rawValue, value: value, at: context.now)]
  }

  static func reply(
    _ state: RemindersState,
    _ command: SetNoticePreference,
    _ context: RequestContext
  ) throws
    -> RemindersReport
  {
    try ReminderHandlers.report(state, context)
  }

  /// Throws for a kind of notice about sober days where there are none.
  private static func check(_ preference: NoticePreference, _ context: RequestContext) throws {
    guard case .kind(let kind) = preference, kind.isTimed, !RemindedHabits.haveDiary(context) else {
      return
    }
    throw DomainError(
      "no-such-notice",
      "There are no pledges and reviews here, so nothing can remind of them. Nothing was changed.",
      isFinal: true
    )
  }

  /// Returns the time of a timed kind in its stored form; switched on, it has its usual one.
  private static func time(_ value: String, of kind: NoticeKind) throws -> String {
    if SwitchState(typed: value) == .on { return TimeOfDay(kind.usualMinutes).description }
    guard let time = TimeOfDay(value) else {
      throw DomainError(
        "bad-time",
        "“\(value)” is not a time of day. Nothing was changed: give a time such as "
          + "\(TimeOfDay(kind.usualMinutes)), or off.",
        isFinal: true
      )
    }
    return time.description
  }

  /// Returns the value in its stored form.
  private static func checked(_ value: String, for preference: NoticePreference) throws -> String {
    let value = value.lowercased()
    if SwitchState(typed: value) == .off || value == "none" { return SwitchState.off.rawValue }
    if case .kind(let kind) = preference, kind.isTimed { return try time(value, of: kind) }
    guard preference == .quietHours else {
      return try SwitchState(typed: value, for: preference.rawValue).rawValue
    }
    guard let hours = QuietHours(value) else {
      throw DomainError(
        "bad-quiet-hours",
        "“\(value)” are not quiet hours. Nothing was changed: give a start and an end such as "
          + "22:00-07:00, or off.",
        isFinal: true,
        about: "to",
        onPages: "Quiet hours end at another time than they begin. Nothing was changed: choose "
          + "another end, or turn them off."
      )
    }
    return hours.description
  }
}

extension RemindersState {
  fileprivate func value(of preference: NoticePreference) -> String {
    if preference == .quietHours { return quiet?.description ?? "off" }
    if case .kind(let kind) = preference, kind.isTimed {
      return minutes(kind).map { TimeOfDay($0).description } ?? "off"
    }
    return isOn(preference) ? "on" : "off"
  }
}
