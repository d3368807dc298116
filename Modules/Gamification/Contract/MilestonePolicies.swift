import Core

extension Policies {
  /// The lengths of a run that the product celebrates, in ascending order: its only ladder.
  ///
  /// All of them are among ``Milestones/isStep(from:to:)``.
  public var milestones: [Int] {
    get { self[MilestoneLadder.self] }
    set { self[MilestoneLadder.self] = newValue }
  }
}

private enum MilestoneLadder: PolicyKey {
  static let defaultValue = Milestones.levels
}
