import Commands
import Core
import Presentation
import TelemetryContract

/// Telemetry on the command line.
public enum TelemetryPresentation: CommandPresentation {
  public static let module = "telemetry"

  public static let commands: [any TrellisCommand.Type] = [TelemetryCommand.self]

  public static let phrases = Phrase.allOfTelemetry

  public static let settings = [
    Setting(
      key: "telemetry",
      summary: "Count which features are used, on this device.",
      values: Setting.onOrOff,
      read: { try await TelemetryReport.load($0).isOn ? "on" : "off" },
      write: { context, value in
        guard let isOn = ["on": true, "off": false][value.lowercased()] else {
          throw DomainError(
            "bad-switch",
            "telemetry is either on or off, not “\(value)”. Nothing was changed.",
            isFinal: true
          )
        }
        try await TelemetryReport.choose(isOn, context)
      }
    )
  ]
}
