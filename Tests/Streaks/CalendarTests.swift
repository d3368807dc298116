import Core
import TestKit
import Testing
import TrackingContract

@testable import StreaksDomain

@Suite struct CalendarTests {
  private static let days = (-800...800).map { $0 } + (19_000...20_500).map { $0 }

  @Test(arguments: ["mon", "sat,sun", "mon,wed,fri"])
  func `due days are those that the schedule names`(_ text: String) throws {
    guard case .weekdays(let names)? = Schedule(text) else {
      Issue.record("\(text) names no weekdays")
      return
    }
    let bits = names.reduce(UInt64(0)) { $0 | 1 << UInt64($1.rawValue - 1) }
    let wrong = Self.days.filter { day in
      let word = Weekdays.repeated(bits, inWord: day >> 6)
      return (word & (1 << UInt64(day & 63)) != 0) != names.contains(Day(number: day).weekday)
    }
    #expect(wrong.isEmpty)
  }

  @Test(arguments: Weekday.allCases)
  func `weeks begin on the person's first day of the week`(_ first: Weekday) {
    let weeks = Periods.weeks(Weeks(from: first))
    for number in Self.days {
      let start = Day(number: number).startOfWeek(from: first).number
      #expect(weeks.days(around: number) == start...(start + 6))
      #expect(!weeks.isCut(weeks.days(around: number)))
    }
  }

  @Test func `months end where the calendar says`() {
    for number in Self.days {
      let day = Day(number: number)
      let month = Periods.months.days(around: number)
      #expect(month.lowerBound == day.startOfMonth.number)
      #expect(month.upperBound == day.startOfNextMonth.number - 1)
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
