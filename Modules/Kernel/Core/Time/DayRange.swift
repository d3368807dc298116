/// Ranges of days in requests.
public enum DayRange {
  /// The greatest number of days in one request: a hundred years and one day.
  ///
  /// A request from outside must not be able to ask for a million years.
  public static let longest = 36_526

  /// The day numbers from `first` to `last`.
  ///
  /// - Throws: ``DomainError`` if the range ends before it begins or is longer than ``longest``.
  public static func checked(_ first: Day, _ last: Day) throws -> ClosedRange<Int> {
    guard first <= last else {
      throw DomainError(
        "range-backwards",
        "The days from \(first) to \(last) end before they begin. Nothing was changed: give the "
          + "earlier day first."
      )
    }
    guard first.distance(to: last) < longest else {
      throw DomainError(
        "range-too-long",
        "From \(first) to \(last) is more than a hundred years. Nothing was changed: ask for a "
          + "shorter time."
      )
    }
    return first.number...last.number
  }
}
