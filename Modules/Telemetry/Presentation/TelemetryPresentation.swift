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
        let state = try SwitchState(typed: value, for: "telemetry")
        try await TelemetryReport.choose(state == .on, context)
      }
    )
  ]
}
