import Core

extension Policies {
  /// How many days before today may still be marked; nil for any.
  public var backfillDays: Int? {
    get { self[BackfillDays.self] }
    set { self[BackfillDays.self] = newValue }
  }
}

private enum BackfillDays: PolicyKey {
  static let defaultValue: Int? = nil
}
