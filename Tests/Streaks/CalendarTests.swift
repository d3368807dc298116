import Core
import TestKit
import Testing
import TrackingContract

@testable import StreaksDomain

@Suite struct CalendarTests {
  private static let days = (-800...800).map { $0 } + (19_000...20_500).map { $0 }

  @Test(arguments: ["daily", "mon", "sat,sun", "mon,wed,fri", "every:2", "every:7", "every:100"])
  func `due days are those that the schedule names`(_ text: String) throws {
    let schedule = try #require(Schedule(text))
    for created in [Day(number: 0), Day(number: 20_001)] {
      let due = DueDays(schedule, createdOn: created)
      let wrong = Self.days.filter {
        due.contains($0) != schedule.names(Day(number: $0), createdOn: created)
      }
      #expect(wrong.isEmpty)
    }
  }

  @Test(arguments: Weekday.allCases)
  func `weeks begin on the person's first day of the week`(_ first: Weekday) {
    let units = Units(.times(1, per: .week), weekStart: first)
    for number in Self.days {
      let start = Day(number: number).startOfWeek(from: first).number
      let unit = units.unit(of: number)
      #expect(units.firstDay(of: unit) == start)
      #expect(units.lastDay(of: unit) == start + 6)
      #expect(units.unit(of: start + 7) == unit + 1)
    }
  }

  @Test func `months end where the calendar says`() {
    let units = Units(.times(1, per: .month), weekStart: .monday)
    for number in Self.days {
      let day = Day(number: number)
      let unit = units.unit(of: number)
      #expect(units.firstDay(of: unit) == day.startOfMonth.number)
      #expect(units.lastDay(of: unit) == day.startOfNextMonth.number - 1)
    }
  }

  @Test func `a mask holds just the days of its range`() {
    for (first, last) in [(0, 63), (5, 5), (-3, 70), (60, 64), (63, 63), (10, 9), (128, 200)] {
      for index in -1...3 {
        let mask = Bits.mask(from: first, through: last, inWord: index)
        for bit in 0..<64 {
          let isSet = mask & (1 << UInt64(bit)) != 0
          #expect(isSet == (first...max(first, last) ~= index * 64 + bit && first <= last))
        }
      }
    }
  }
}
