import Core

/// Where counts wait, outside of the journal: on this device alone and never synced.
public protocol Spool: Sendable {
  /// What was counted; empty when nothing was, or when what is there cannot be read.
  func counts() -> UseCounts

  /// Counts one use of each name.
  func add(_ names: [FeatureName], at now: Instant) throws

  /// Forgets everything at once.
  func drop() throws
}

/// What an app lends to telemetry.
///
/// Set while commands run, in apps whose product has telemetry.
public struct TelemetryPort: Sendable {
  @TaskLocal public static var current: TelemetryPort?

  public let spool: any Spool
  /// Whether the person asked every program not to track them (`DO_NOT_TRACK=1`).
  ///
  /// Source: https://consoledonottrack.com
  public let doNotTrack: Bool
  /// The version of the app.
  public let version: String

  public init(spool: any Spool, doNotTrack: Bool, version: String) {
    self.spool = spool
    self.doNotTrack = doNotTrack
    self.version = version
  }
}
