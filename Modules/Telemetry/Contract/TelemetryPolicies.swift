import Core

extension Policies {
  /// Whether feature use may be counted.
  public var allowsTelemetry: Bool {
    get { self[AllowsTelemetry.self] }
    set { self[AllowsTelemetry.self] = newValue }
  }
}

private enum AllowsTelemetry: PolicyKey {
  static let defaultValue: Bool = true
}
