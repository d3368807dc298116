import Core
import Pages
import Presentation
import StreaksContract
import TrackingContract

/// The days that a user may mark, according to the product's policy.
struct Backfill: Sendable {
  /// The number of days before today; nil for any number.
  let days: Int?
  let today: Day

  func allows(_ day: Day) -> Bool {
    let age = day.distance(to: today)
    return age >= 0 && age <= days ?? age
  }

  /// The days that may be marked, in words: "today and yesterday".
  var words: String {
    switch days {
    case nil: "past days"
    case 0: "today"
    case 1: "today and yesterday"
    case .some(let days): "today and the \(days) days before it"
    }
  }

  /// Whether any day other than today may be marked.
  var reachesBack: Bool { days != 0 }

  /// Returns the day requested in the query string, or today if that day may not be marked.
  func chosen(_ day: Day?) -> Day {
    guard let day, allows(day) else { return today }
    return day
  }
}

extension SpaceContext {
  var backfill: Backfill { Backfill(days: product.policies.backfillDays, today: today) }

  var showsStreaks: Bool { product.policies.showsStreaks }
}

extension PageContext {
  /// The instant at which a page about today becomes out of date.
  var endOfToday: Instant { calendar.start(of: today.advanced(by: 1)) }

  /// The seven weekdays, starting with the user's first day of the week.
  var weekdays: [Weekday] {
    let first = calendar.startOfWeek(today)
    return (0..<7).map { first.advanced(by: $0).weekday }
  }
}

extension HabitID {
  /// The path of the habit's page.
  var path: String { "/habits/\(self)" }

  /// Returns the path of the page for one day of the habit.
  func path(on day: Day) -> String { "\(path)/days/\(day)" }
}
