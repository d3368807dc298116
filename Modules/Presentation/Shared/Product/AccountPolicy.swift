import Core

extension Policies {
  /// Whether a person may link the product to an account on a server, to use it on several devices.
  ///
  /// Without it the product has no command, page or word about accounts.
  public var offersAccounts: Bool {
    get { self[OffersAccounts.self] }
    set { self[OffersAccounts.self] = newValue }
  }
}

private enum OffersAccounts: PolicyKey {
  static let defaultValue = true
}
