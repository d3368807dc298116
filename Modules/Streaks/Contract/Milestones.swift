/// The lengths of a run that are celebrated, in the unit of the habit's own streak.
///
/// Milestones count the same unit that the user sees: a weekly habit earns its first badge after
/// seven weeks, one on chosen weekdays after seven times.
public enum Milestones {
  /// The levels of products that choose no others, in ascending order.
  public static let levels = [7, 30, 60, 100, 365]

  /// The steps within a year of all products' ladders.
  private static let steps = [1, 7, 14, 30, 60, 90, 100, 180]

  /// How much a level is celebrated, 1 to 5: the longer the run, the more.
  public static func rank(of level: Int) -> Int {
    switch level {
    case ..<30: 1
    case ..<60: 2
    case ..<100: 3
    case ..<365: 4
    default: 5
    }
  }

  /// Returns the levels of a ladder that a run reached by growing from one length to another.
  public static func crossed(_ ladder: [Int], from: Int, to: Int) -> [Int] {
    ladder.filter { from < $0 && $0 <= to }
  }

  /// Whether a run that grew may have reached a level of any product.
  public static func isStep(from: Int, to: Int) -> Bool {
    from < to && (from / 365 < to / 365 || steps.contains { from < $0 && $0 <= to })
  }
}
