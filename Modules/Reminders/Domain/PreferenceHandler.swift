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

  /// Returns the value in its stored form.
  private static func checked(_ value: String, for preference: NoticePreference) throws -> String {
    let value = value.lowercased()
    if ["off", "no", "false", "none"].contains(value) { return "off" }
    guard preference == .quietHours else {
      if ["on", "yes", "true"].contains(value) { return "on" }
      throw DomainError(
        "bad-switch",
        "\(preference.rawValue) is either on or off, not “\(value)”. Nothing was changed.",
        isFinal: true
      )
    }
    guard let hours = QuietHours(value) else {
      throw DomainError(
        "bad-quiet-hours",
        "“\(value)” are no quiet hours. Nothing was changed: give a start and an end such as "
          + "22:00-07:00, or off.",
        isFinal: true
      )
    }
    return hours.description
  }
}

extension RemindersState {
  fileprivate func value(of preference: NoticePreference) -> String {
    if preference == .quietHours { return quiet?.description ?? "off" }
    return isOn(preference) ? "on" : "off"
  }
}
