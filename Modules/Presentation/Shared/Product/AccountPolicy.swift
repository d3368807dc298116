import Core

extension Policies {
  /// Whether a person may link the product to an account on a server, to use it on several devices.
  ///
  /// Without it the product has no command, page or word about accounts.
  public var offersAccounts: Bool {
    get { self[OffersAccounts.self] }
    set { self[OffersAccounts.self] = newValue }
  }

  /// Whether people are advised to take a sealed account, which its server cannot read.
  public var recommendsSealedAccounts: Bool {
    get { self[RecommendsSealedAccounts.self] }
    set { self[RecommendsSealedAccounts.self] = newValue }
  }
}

extension Product {
  /// What a sealed account goes without.
  public static let offInSealedAccounts =
    "What needs a server that can read is off for a sealed account: the web app there, the notices that "
    + "it sends, and friends."

  /// What a person should know before they choose between a sealed account and another one.
  public var aboutSealedAccounts: String {
    policies.recommendsSealedAccounts
      ? "For \(title) it is the better choice. \(Product.offInSealedAccounts)"
      : Product.offInSealedAccounts
  }
}

private enum OffersAccounts: PolicyKey {
  static let defaultValue = true
}

private enum RecommendsSealedAccounts: PolicyKey {
  static let defaultValue = false
}
