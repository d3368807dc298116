import Core
import TestKit
import Testing

@Suite struct DayTests {
  @Test func `dates and day numbers are each other's inverse for 20,000 years`() throws {
    var expected = try #require(Day(year: -9999, month: 1, day: 1)).number
    for year in -9999...9999 {
      for month in [1, 2, 3, 12] {
        for day in [1, Day.length(ofMonth: month, year: year)] {
          let date = try #require(Day(year: year, month: month, day: day))
          #expect(date.components == (year, month, day))
        }
      }
      #expect(Day(year: year, month: 1, day: 1)?.number == expected)
      let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
      expected += isLeap ? 366 : 365
    }
    #expect(Day(year: 9999, month: 12, day: 31)?.number == expected - 1)
  }

  @Test func `consecutive days are consecutive dates`() {
    for block in stride(from: -800_000, to: 800_000, by: 10_000) {
      var previous = Day(number: block - 1).components
      for number in block..<(block + 400) {
        let date = Day(number: number).components
        let next = following(previous)
        #expect(date == next, "\(date) after \(previous)")
        previous = date
      }
    }
  }

  /// The next day according to the rules of the calendar.
  private func following(_ date: (year: Int, month: Int, day: Int)) -> (Int, Int, Int) {
    let isLeap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if date.day < lengths[date.month - 1] { return (date.year, date.month, date.day + 1) }
    return date.month < 12 ? (date.year, date.month + 1, 1) : (date.year + 1, 1, 1)
  }

  @Test(arguments: [
    ("1970-01-01", 0, Weekday.thursday), ("1969-12-31", -1, .wednesday),
    ("2000-02-29", 11_016, .tuesday), ("2026-03-29", 20_541, .sunday),
    ("0000-01-01", -719_528, .saturday), ("9999-12-31", 2_932_896, .friday),
  ])
  func `known days have their number and weekday`(text: String, number: Int, weekday: Weekday) {
    #expect(Day(text)?.number == number)
    #expect(Day(number: number).description == text)
    #expect(Day(number: number).weekday == weekday)
  }

  @Test(arguments: [
    "", "2026", "2026-03", "2026-3-29", "26-03-29", "02026-03-29", "2026-03-290", "2026-02-29",
    "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-01-00", "2026/01/01",
    "2026-01-01 ", " 2026-01-01", "-026-01-01", "+026-01-01", "2026-+1-01", "2026--1-01",
    "2026-01-01-", "２０２６-01-01", "2026-01-1a", "yesterday",
  ])
  func `what is not a date of the form YYYY-MM-DD is refused`(text: String) {
    #expect(Day(text) == nil)
  }

  @Test func `days far away read back as they are written`() throws {
    for number in [
      -364_000_000, -800_000, -719_529, 2_932_897, 3_000_000, 100_000_000, 364_000_000,
    ] {
      let day = Day(number: number)
      #expect(Day(day.description) == day)
      #expect(try JSON.decode([Day].self, from: try JSON.encode([day])) == [day])
    }
    #expect(Day(number: 2_932_897).description == "10000-01-01")
    #expect(Day(number: -719_529).description == "-0001-12-31")
    for text in ["010000-01-01", "+10000-01-01", "1000000-01-01", "10000-1-01", "-0000-01-01"] {
      #expect(Day(text) == nil)
    }
  }

  @Test func `there is no date outside of its month or of six digits`() {
    #expect(Day(year: 2024, month: 2, day: 29) != nil)
    #expect(Day(year: 2100, month: 2, day: 29) == nil)
    #expect(Day(year: 2026, month: 1, day: 32) == nil)
    #expect(Day(year: 2026, month: 1, day: .min) == nil)
    #expect(Day(year: 1_000_000, month: 1, day: 1) == nil)
    #expect(Day(year: .max, month: .max, day: .max) == nil)
  }

  @Test func `weeks begin on the chosen weekday`() {
    for number in -800...800 {
      let day = Day(number: number)
      #expect(day.advanced(by: 7).weekday == day.weekday)
      for first in Weekday.allCases {
        let start = day.startOfWeek(from: first)
        #expect(start.weekday == first)
        #expect((0...6).contains(start.distance(to: day)))
      }
    }
  }

  @Test func `months begin and end where the calendar says`() throws {
    let leapDay = try #require(Day("2024-02-29"))
    #expect(leapDay.startOfMonth.description == "2024-02-01")
    #expect(leapDay.startOfNextMonth.description == "2024-03-01")
    let last = try #require(Day("2026-12-31"))
    #expect(last.startOfNextMonth.description == "2027-01-01")
    for number in stride(from: -300_000, to: 300_000, by: 17) {
      let day = Day(number: number)
      #expect(day.startOfMonth.dayOfMonth == 1)
      #expect(day.startOfMonth <= day && day < day.startOfNextMonth)
      #expect(day.startOfNextMonth.advanced(by: -1).startOfMonth == day.startOfMonth)
    }
  }

  @Test func `days are coded as their text`() throws {
    let days = try #require(Day("2026-03-29"))
    #expect(try JSON.encode([days]) == Array(#"["2026-03-29"]"#.utf8))
    #expect(try JSON.decode([Day].self, from: Array(#"["2026-03-29"]"#.utf8)) == [days])
    #expect(throws: DecodingError.self) {
      try JSON.decode([Day].self, from: Array(#"["2026-02-30"]"#.utf8))
    }
  }

  @Test func `weekdays are read from their names and their beginnings`() {
    for weekday in Weekday.allCases {
      #expect(Weekday(weekday.name.uppercased()) == weekday)
      #expect(Weekday(weekday.abbreviation) == weekday)
    }
    #expect(Weekday("t") == nil)
    #expect(Weekday("monday!") == nil)
    #expect(Weekday("") == nil)
  }
}
