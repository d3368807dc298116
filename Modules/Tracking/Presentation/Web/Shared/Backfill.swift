import Core
import Pages
import Presentation
import TrackingContract

/// Which days a person may mark, as the product's policy says.
struct Backfill: Sendable {
  /// How many days before today; nil for any.
  let days: Int?
  let today: Day

  func allows(_ day: Day) -> Bool {
    let age = day.distance(to: today)
    return age >= 0 && age <= days ?? age
  }

  /// Whether there is any day but today to choose.
  var reachesBack: Bool { days != 0 }

  /// The day that is asked for behind the `?`, else today.
  ///
  /// A day that may not be marked has nothing to do on a page for marking.
  func chosen(_ day: Day?) -> Day {
    guard let day, allows(day) else { return today }
    return day
  }
}

extension PageContext {
  var backfill: Backfill { Backfill(days: product.policies.backfillDays, today: today) }

  var showsStreaks: Bool { product.policies.showsStreaks }

  /// When what a page says of today goes out of date.
  var endOfToday: Instant { calendar.start(of: today.advanced(by: 1)) }

  /// The seven weekdays from the person's first one on.
  var weekdays: [Weekday] {
    let first = calendar.startOfWeek(today)
    return (0..<7).map { first.advanced(by: $0).weekday }
  }
}

extension HabitID {
  /// The habit's own page.
  var path: String { "/habits/\(self)" }

  /// One day of the habit.
  func path(on day: Day) -> String { "\(path)/days/\(day)" }
}
