import Core

extension Policies {
  /// The number of days before today that may still be marked; nil for any number.
  public var backfillDays: Int? {
    get { self[BackfillDays.self] }
    set { self[BackfillDays.self] = newValue }
  }
}

private enum BackfillDays: PolicyKey {
  static let defaultValue: Int? = nil
}
