import Core

extension Policies {
  /// The number of days before today that may still be marked; nil for any number.
  public var backfillDays: Int? {
    get { self[BackfillDays.self] }
    set { self[BackfillDays.self] = newValue }
  }

  /// The most days of a habit that may be skipped in any 7 days; nil for any number.
  ///
  /// It is checked when a day is skipped. Skips from another device or an import stay.
  public var maxSkipsInSevenDays: Int? {
    get { self[MaxSkipsInSevenDays.self] }
    set { self[MaxSkipsInSevenDays.self] = newValue }
  }
}

private enum MaxSkipsInSevenDays: PolicyKey {
  static let defaultValue: Int? = nil
}

private enum BackfillDays: PolicyKey {
  static let defaultValue: Int? = nil
}
