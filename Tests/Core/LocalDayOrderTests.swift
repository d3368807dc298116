import Core
import Testing

/// A local day never goes back, whatever the clocks do.
@Suite struct LocalDayOrderTests {
  /// Zones whose clocks go forward and back at different hours, by halves and by whole days.
  ///
  /// Clocks go back over midnight in Havana and did in St John's. Kwajalein repeated a day in 1969
  /// and left one out in 1993, as Apia did in 2011; Juneau changed sides in 1867.
  static let changes: [(zone: String, around: [String])] = [
    ("Europe/Vienna", ["2026-03-29", "2026-10-25"]),
    ("Europe/London", ["2026-03-29", "2026-10-25"]),
    ("America/New_York", ["2026-03-08", "2026-11-01"]),
    ("America/Havana", ["2026-03-08", "2026-11-01"]),
    ("America/St_Johns", ["2006-04-02", "2006-10-29"]),
    ("Atlantic/Azores", ["2026-03-29", "2026-10-25"]),
    ("Australia/Lord_Howe", ["2026-04-05", "2026-10-04"]),
    ("Africa/Casablanca", ["2026-02-15", "2026-03-22"]),
    ("Pacific/Kwajalein", ["1969-09-30", "1993-08-21"]),
    ("Pacific/Apia", ["2011-12-30"]),
    ("America/Juneau", ["1867-10-18"]),
  ]

  @Test(.enabled(if: !InstalledZones.names.isEmpty, "no time zone database is installed"))
  func `a later instant is never on an earlier day`() throws {
    for (name, days) in LocalDayOrderTests.changes {
      let zone = try Zone(identifier: name)
      for text in days {
        let day = try #require(Day(text))
        for minutes in stride(from: 0, through: DayStart.latestMinutes, by: 30) {
          // Set long before, on a day at the change, and after it.
          for since in [day.advanced(by: -100), day, day.advanced(by: 100)] {
            let start = try #require(DayStart(minutes: minutes, since: since))
            checkOrder(LocalCalendar(zone: zone, dayStart: start), around: day)
          }
        }
      }
    }
  }

  /// Every ten minutes of six days: days only grow, and each begins at the start it is said to have.
  private func checkOrder(_ calendar: LocalCalendar, around day: Day) {
    let place = "\(calendar.zone.identifier), \(calendar.dayStart.minutes) minutes, \(day)"
    let first = Zone.utc.instant(on: day.advanced(by: -3), secondOfDay: 0)
    var latest = calendar.day(at: first)
    for step in 1...864 {
      let instant = first.advanced(bySeconds: Int64(step) * 600)
      let found = calendar.day(at: instant)
      guard found >= latest, calendar.start(of: found) <= instant,
        calendar.start(of: found.advanced(by: 1)) > instant
      else {
        Issue.record("\(place): \(instant.rfc3339(in: calendar.zone)) is on \(found)")
        return
      }
      latest = found
    }
  }
}
