import Core

extension Policies {
  /// Whether feature use may be counted.
  public var allowsTelemetry: Bool {
    get { self[AllowsTelemetry.self] }
    set { self[AllowsTelemetry.self] = newValue }
  }

  /// The address of the server that gets the counts, such as `https://telemetry.example.org`.
  ///
  /// Nil if nothing is ever sent.
  public var telemetryReceiver: String? {
    get { self[TelemetryReceiver.self] }
    set { self[TelemetryReceiver.self] = newValue }
  }
}

private enum AllowsTelemetry: PolicyKey {
  static let defaultValue: Bool = true
}

private enum TelemetryReceiver: PolicyKey {
  static let defaultValue: String? = nil
}
