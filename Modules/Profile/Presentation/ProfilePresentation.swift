import Commands
import Core
import Presentation
import ProfileContract

/// The user's name and preferences on the command line.
public enum ProfilePresentation: CommandPresentation {
  public static let module = "profile"

  public static let commands: [any TrellisCommand.Type] = [ProfileCommand.self]

  public static let settings: [Setting] = Preference.allCases.map(\.setting)

  public static let phrases = Phrase.allOfProfile
}

extension Preference {
  fileprivate var setting: Setting {
    Setting(
      key: rawValue,
      summary: summary,
      values: values,
      read: { context in
        try await context.ask(CurrentProfile()).preferences[self] ?? ""
      },
      write: { context, value in
        try await context.send(SetPreference(preference: self, value: value))
      },
      writeFrom: self == .weekStart ? setFrom : nil
    )
  }

  @Sendable private func setFrom(
    _ context: any SpaceContext,
    _ value: String,
    _ day: Day
  ) async throws {
    try await context.send(SetPreference(preference: self, value: value, from: day))
  }

  private var summary: String {
    switch self {
    case .timeZone: "The time zone your days are counted in."
    case .weekStart:
      "The first day of your week; a new one leaves the weeks before it as they were."
    case .dayStart: "When your day begins; before that it still counts as the day before."
    case .appearance: "Whether pages in the browser are light, dark, or as the system is."
    case .numbers: "How large numbers are written, such as money, calories and steps."
    case .reducedMotion: "Leave out everything that moves."
    case .sound: "Sounds, where there are any."
    case .vibration: "Vibration, where there is any."
    }
  }

  private var values: String {
    switch self {
    case .timeZone: "auto, or a name such as Europe/Berlin"
    case .weekStart: "monday … sunday"
    case .dayStart: "00:00 … 06:00"
    case .appearance: Appearance.allCases.map(\.rawValue).joined(separator: ", ")
    case .numbers: NumberStyle.allCases.map(\.rawValue).joined(separator: ", ")
    case .reducedMotion, .sound, .vibration: Setting.onOrOff
    }
  }
}
