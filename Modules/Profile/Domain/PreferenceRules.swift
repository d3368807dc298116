import Core
import ProfileContract

/// The valid values of each preference and their stored form.
enum PreferenceRules {
  /// The value that selects the system's time zone.
  static let automaticZone = "auto"

  /// Returns the value in its stored form.
  static func checked(_ value: String, for preference: Preference) throws -> String {
    switch preference {
    case .timeZone:
      if value.lowercased() == automaticZone { return automaticZone }
      return try Zone(identifier: value).identifier
    case .weekStart: return try weekday(value)
    case .dayStart: return try time(value)
    case .appearance: return try appearance(value)
    case .numbers: return try numbers(value)
    case .reducedMotion, .sound, .vibration:
      return try SwitchState(typed: value, for: preference.rawValue).rawValue
    }
  }

  private static func weekday(_ value: String) throws -> String {
    guard let day = Weekday(value) else {
      throw DomainError(
        "bad-weekday",
        "“\(value)” is not a day of the week. Nothing was changed: give monday … sunday.",
        isFinal: true
      )
    }
    return day.name.lowercased()
  }

  private static func appearance(_ value: String) throws -> String {
    guard let appearance = Appearance(rawValue: value.lowercased()) else {
      throw DomainError(
        "bad-appearance",
        "Pages are light, dark, or as the system is, not “\(value)”. Nothing was changed: give "
          + "system, light or dark.",
        isFinal: true
      )
    }
    return appearance.rawValue
  }

  private static func numbers(_ value: String) throws -> String {
    guard let style = NumberStyle(rawValue: value.lowercased()) else {
      let examples = NumberStyle.allCases.map {
        "\($0.rawValue) (\($0.words("12500.75", space: " ")))"
      }
      throw DomainError(
        "bad-numbers",
        "Numbers are not written with “\(value)” here. Nothing was changed: give one of "
          + "\(examples.joined(separator: ", ")).",
        isFinal: true
      )
    }
    return style.rawValue
  }

  private static func time(_ value: String) throws -> String {
    guard let minutes = minutes(typed: value.lowercased()) else {
      throw DomainError(
        "bad-day-start",
        "“\(value)” is not a time at which a day can begin. Nothing was changed: give 00:00 … 06:00.",
        isFinal: true
      )
    }
    return minutes.hoursAndMinutes
  }

  /// Parses what a person types: `H:MM`, and also `4am`, `4:30 am` or `12am`.
  private static func minutes(typed value: String) -> Int? {
    guard value.hasSuffix("am") else { return minutes(value) }
    let time = value.dropLast(2)
    let digits = String(time.last == " " ? time.dropLast() : time)
    guard let minutes = minutes(digits.contains(":") ? digits : digits + ":00", to: 12) else {
      return nil
    }
    guard minutes >= 60 else { return nil }
    return early(minutes % (12 * 60))
  }

  /// Parses `H:MM` to minutes after midnight; nil after 06:00.
  static func minutes(_ value: String) -> Int? { minutes(value, to: 6).flatMap(early) }

  /// Returns a time at which a day can begin; nil after 06:00.
  private static func early(_ minutes: Int) -> Int? {
    minutes <= DayStart.latestMinutes ? minutes : nil
  }

  /// Parses `H:MM` to minutes after midnight, with hours up to `last`.
  private static func minutes(_ value: String, to last: Int) -> Int? {
    let parts = value.split(separator: ":", omittingEmptySubsequences: false)
    // `Int` would accept a sign.
    guard parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }) else { return nil }
    guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]) else { return nil }
    guard (0...last).contains(hour), (0..<60).contains(minute), parts[1].count == 2 else {
      return nil
    }
    return hour * 60 + minute
  }
}
