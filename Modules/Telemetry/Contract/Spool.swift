import Core

/// The storage of the counts, outside the journal: only on this device and never synced.
public protocol Spool: Sendable {
  /// Returns the counts; empty if nothing was counted or the counts cannot be read.
  func counts() -> UseCounts

  /// Counts one use of each name.
  func add(_ names: [FeatureName], at now: Instant) throws

  /// Deletes all counts at once.
  func drop() throws
}

/// The services that an app provides to telemetry.
///
/// It is set while commands run, in apps whose product has telemetry.
public struct TelemetryPort: Sendable {
  @TaskLocal public static var current: TelemetryPort?

  public let spool: any Spool
  /// Whether the user opted out of tracking in all programs (`DO_NOT_TRACK=1`).
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
