import Core

extension Policies {
  /// Whether notices are given.
  public var allowsNotices: Bool {
    get { self[AllowsNotices.self] }
    set { self[AllowsNotices.self] = newValue }
  }
}

private enum AllowsNotices: PolicyKey {
  static let defaultValue: Bool = true
}
