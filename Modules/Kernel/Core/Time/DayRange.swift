/// Ranges of days in requests.
public enum DayRange {
  /// The greatest number of days in one request: a hundred years and one day.
  ///
  /// A request from outside must not be able to ask for a million years.
  public static let longest = 36_526

  /// The greatest number of days in one reply about several things: 40 habits for five years.
  ///
  /// A reply is computed in one go, while all other requests wait.
  public static let most = 2 * longest

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

  /// The day numbers from `first` to `last`, for a reply about `count` things on each day.
  ///
  /// - Parameter things: what they are, for the error: “habits”.
  /// - Throws: ``DomainError`` as ``checked(_:_:)`` does, or if there would be more than ``most``.
  public static func checked(
    _ first: Day,
    _ last: Day,
    for count: Int,
    _ things: String
  ) throws -> ClosedRange<Int> {
    let range = try checked(first, last)
    guard count <= 1 || range.count <= most / count else {
      throw DomainError(
        "range-too-long",
        "From \(first) to \(last), for \(count) \(things), is more than one answer can hold. Nothing "
          + "was changed: ask for a shorter time, or for one at a time."
      )
    }
    return range
  }
}
