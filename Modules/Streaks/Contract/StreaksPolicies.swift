import Core

extension Policies {
  /// Whether streak numbers are shown.
  public var showsStreaks: Bool {
    get { self[ShowsStreaks.self] }
    set { self[ShowsStreaks.self] = newValue }
  }

  /// Whether a missed day may be protected.
  public var allowsFreezes: Bool {
    get { self[AllowsFreezes.self] }
    set { self[AllowsFreezes.self] = newValue }
  }

  /// The lengths of a run that the product celebrates, in ascending order.
  ///
  /// All of them are among ``StreaksContract/Milestones/isStep(from:to:)``; there is no other list.
  public var milestones: [Int] {
    get { self[MilestoneLadder.self] }
    set { self[MilestoneLadder.self] = newValue }
  }
}

private enum ShowsStreaks: PolicyKey {
  static let defaultValue: Bool = true
}

private enum AllowsFreezes: PolicyKey {
  static let defaultValue: Bool = true
}

private enum MilestoneLadder: PolicyKey {
  static let defaultValue = Milestones.levels
}
