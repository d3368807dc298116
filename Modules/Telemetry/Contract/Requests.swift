import Core

/// A query for whether uses are counted, and why.
public struct TelemetryStatus: Query {
  public typealias Reply = TelemetryView
  public static let name = "telemetry.status"
  public static let summary = "Whether the use of features is counted on this device."

  public init() {}
}

/// Switches counting on or off.
public struct ChooseTelemetry: Command {
  public typealias Reply = TelemetryView
  public static let name = "telemetry.choose"
  public static let summary = "Switches the counting of used features on or off."

  public let isOn: Bool

  public init(isOn: Bool) { self.isOn = isOn }
}

/// Whether uses are counted.
public struct TelemetryView: Codable, Sendable, Equatable {
  /// Whether the product allows counting.
  public let isAllowed: Bool
  /// The user's choice; nil if they never made one, which leaves counting on.
  public let chosen: Bool?

  public init(isAllowed: Bool, chosen: Bool?) {
    self.isAllowed = isAllowed
    self.chosen = chosen
  }

  public var isOn: Bool { isAllowed && chosen ?? true }
}
