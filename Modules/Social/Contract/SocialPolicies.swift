import Core

extension Policies {
  /// Whether friends on a server may see streaks and milestones; pictures do not need it.
  public var offersFriends: Bool {
    get { self[OffersFriends.self] }
    set { self[OffersFriends.self] = newValue }
  }
}

private enum OffersFriends: PolicyKey {
  static let defaultValue = true
}
