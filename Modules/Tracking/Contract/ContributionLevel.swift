/// How strongly a day of the contribution history is colored.
public enum ContributionLevel {
  /// 0 for nothing done, else the quarter of `habits` that `count` falls into: 1 to 4.
  ///
  /// - Parameters:
  ///   - count: how many habits were done that day.
  ///   - habits: how many there are to do; 1 for the history of a single habit.
  public static func of(_ count: Int, habits: Int) -> Int {
    guard count > 0 else { return 0 }
    let habits = max(1, habits)
    return min(4, (min(count, habits) * 4 + habits - 1) / habits)
  }
}
