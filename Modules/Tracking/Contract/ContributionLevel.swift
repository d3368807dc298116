/// The color intensity of a day in the contribution history.
public enum ContributionLevel {
  /// Returns 0 if nothing was done, else the quarter of `habits` that `count` falls into, 1 to 4.
  ///
  /// - Parameters:
  ///   - count: the number of habits done that day.
  ///   - habits: the number of habits to do; 1 for the history of a single habit.
  public static func of(_ count: Int, habits: Int) -> Int {
    guard count > 0 else { return 0 }
    let habits = max(1, habits)
    return min(4, (min(count, habits) * 4 + habits - 1) / habits)
  }
}
