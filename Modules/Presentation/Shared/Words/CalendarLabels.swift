import Core

/// Short names of months and weekdays for the margins of grids.
public enum CalendarLabels {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static let longMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  public static func month(_ day: Day) -> String { months[day.month - 1] }

  public static func longMonth(_ day: Day) -> String { longMonths[day.month - 1] }

  /// The first `letters` letters of the weekday's name.
  public static func weekday(_ weekday: Weekday, letters: Int = 3) -> String {
    String(weekday.name.prefix(letters))
  }

  /// The seven weekdays, beginning with the first day of the week.
  public static func week(from first: Weekday) -> [Weekday] {
    let all = Weekday.allCases
    return (0..<7).map { all[(first.rawValue - 1 + $0) % 7] }
  }
}
