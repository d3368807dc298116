import Core

/// The user chose whether uses are counted.
public struct TelemetryChoiceMade: Fact {
  public static let name = "telemetry.choice-made"

  public let isOn: Bool

  public init(isOn: Bool) { self.isOn = isOn }

  public var entity: EntityID? { nil }
}
