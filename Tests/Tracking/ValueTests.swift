import Core
import Testing
import TrackingContract

@Suite struct ScheduleTests {
  @Test(arguments: [
    ("daily", Schedule.daily, "daily"), ("weekly", .times(1, per: .week), "weekly"),
    ("monthly", .times(1, per: .month), "monthly"), ("3/week", .times(3, per: .week), "3/week"),
    ("1/week", .times(1, per: .week), "weekly"), ("2/month", .times(2, per: .month), "2/month"),
    ("3/7days", .times(3, per: .rolling(days: 7)), "3/7days"),
    ("1/3650days", .times(1, per: .rolling(days: 3650)), "1/3650days"),
    ("every:3", .every(days: 3), "every:3"), ("every:1", .daily, "daily"),
    ("7/7days", .daily, "daily"),
    ("mon,wed,fri", .weekdays([.monday, .wednesday, .friday]), "mon,wed,fri"),
    ("Friday,MO,we", .weekdays([.monday, .wednesday, .friday]), "mon,wed,fri"),
    ("mon,mon", .weekdays([.monday]), "mon"),
    ("sun,mon,tue,wed,thu,fri,sat", .daily, "daily"), ("DAILY", .daily, "daily"),
  ])
  func `a schedule is read and written in its plainest form`(
    text: String,
    schedule: Schedule,
    written: String
  ) {
    #expect(Schedule(text) == schedule)
    #expect(schedule.description == written)
    #expect(Schedule(written) == schedule)
  }

  @Test(arguments: [
    "", " ", "sometimes", "every:0", "every:-1", "every:3651", "every:", "every:x", "0/week",
    "8/week", "32/month", "-1/week", "3/year", "3/", "/week", "3/week/2", "0/7days", "8/7days",
    "4000/7days", "9223372036854775807/8days", "5000/5000days", "3/3651days", "3/days", "3/-7days",
    "m", "mon,xyz", ",", "mon;tue", "every:99999999999999999999",
  ])
  func `what is no schedule is refused`(text: String) {
    #expect(Schedule(text) == nil)
  }

  @Test func `every schedule that can be written is read back`() {
    var all: [Schedule] = [.daily]
    all += (2...30).map { .every(days: $0) }
    all += (1...7).map { .times($0, per: .week) } + (1...31).map { .times($0, per: .month) }
    for days in 2...14 { all += (1..<days).map { .times($0, per: .rolling(days: days)) } }
    for bits in 1..<127 {
      all.append(.weekdays(Set(Weekday.allCases.filter { bits >> ($0.rawValue - 1) & 1 == 1 })))
    }
    for schedule in all { #expect(Schedule(schedule.description) == schedule) }
    #expect(Set(all.map(\.description)).count == all.count)
  }

  @Test(arguments: [
    ("daily", "every day"), ("weekly", "once a week"), ("3/week", "3 times a week"),
    ("monthly", "once a month"), ("every:2", "every other day"), ("every:5", "every 5 days"),
    ("mon,fri", "on Monday and Friday"), ("3/7days", "3 times in any 7 days"),
    ("1/5days", "once in any 5 days"),
  ])
  func `in words`(text: String, words: String) throws {
    #expect(try schedule(text).words == words)
  }
}

@Suite struct AmountTests {
  @Test(arguments: [
    ("20", 20_000, "20"), ("1.5", 1500, "1.5"), ("-0.25", -250, "-0.25"), ("0", 0, "0"),
    ("0.001", 1, "0.001"), ("1.010", 1010, "1.01"), ("1.0005", 1001, "1.001"),
    ("999999999999", 999_999_999_999_000, "999999999999"), ("-7", -7000, "-7"),
    ("0.1", 100, "0.1"), ("2.675", 2675, "2.675"),
  ])
  func `a decimal number with up to three decimals`(text: String, thousandths: Int64, shown: String)
  {
    #expect(Amount(text)?.thousandths == thousandths)
    #expect(Amount(thousandths: thousandths).description == shown)
  }

  @Test(arguments: [
    "", "x", "1,5", "nan", "inf", "-infinity", "1e12", "1000000000000", "1 5", "0x10",
  ])
  func `what is no amount is refused`(text: String) { #expect(Amount(text) == nil) }

  @Test(
    arguments: [
      ("20", 20_000), ("1.5", 1500), ("1,5", 1500), ("-2,25", -2250), (",5", 500), ("0,125", 125),
      ("1,25", 1250), ("12.345", 12_345), ("1,500", nil), ("1,234,567", nil), ("1,", nil),
      ("1.5,5", nil), ("1,5.5", nil), ("1,5e3", nil), ("1, 5", nil), (",", nil), ("", nil),
      ("0", 0), ("0,0", 0), ("0.0006", 1), ("0.0004", nil), ("-0,0001", nil),
    ] as [(String, Int64?)]
  )
  func `an amount may be typed with a decimal comma if that means nothing else`(
    text: String,
    thousandths: Int64?
  ) {
    #expect(Amount(typed: text)?.thousandths == thousandths)
  }

  @Test func `what would be rounded to nothing is told from what is no number`() {
    #expect(Amount.fault(ofTyped: "0,0001").contains("smallest amount"))
    #expect(Amount.fault(ofTyped: "1,500").contains("is not a number"))
  }

  @Test(arguments: [Int64.min, Int64.max])
  func `the largest amounts are written too`(thousandths: Int64) {
    let digits = Amount(thousandths: thousandths).description.filter(\.isNumber)
    #expect(digits.hasPrefix("9223372036854775"))
  }

  @Test func `a limit is reached from below, a goal from above`() {
    let goal = Target(amount: Amount(20), unit: "pages")
    let limit = Target(amount: Amount(2), unit: "cups", direction: .atMost)
    #expect([19.9, 20, 21].map { goal.isReached(by: Amount($0)) } == [false, true, true])
    #expect([1.9, 2, 2.1].map { limit.isReached(by: Amount($0)) } == [true, true, false])
  }
}

@Suite struct HabitColorTests {
  @Test func `every name is a color, in any case`() {
    for (name, rgb) in HabitColor.named {
      #expect(HabitColor(name)?.rgb == rgb)
      #expect(HabitColor(name.uppercased())?.description == name)
    }
  }

  @Test func `any color is like one that has a name`() {
    for (name, rgb) in HabitColor.named {
      #expect(HabitColor(name)?.nearestName == name)
      #expect(HabitColor(rgb: rgb ^ 1).nearestName == name)
    }
    #expect(HabitColor(rgb: 0xFF0000).nearestName == "red")
    #expect(HabitColor(rgb: 0x00C0A8).nearestName == "teal")
  }

  @Test(arguments: [("#1976d2", 0x1976D2), ("#FFFFFF", 0xFFFFFF), ("#000000", 0), ("#00000a", 10)])
  func `six hexadecimal digits are a color`(text: String, rgb: UInt32) {
    #expect(HabitColor(text)?.rgb == rgb)
    #expect(HabitColor(text)?.description == text.lowercased())
    #expect(HabitColor(rgb: rgb).description == text.lowercased())
  }

  @Test(arguments: [
    "", "greenish", "#fff", "#1976d", "#1976d22", "1976d2", "#gggggg", "#+12345", "#-12345",
    "# 12345", "#é1234", "red;", "#12345\"",
  ])
  func `what is no color is refused`(text: String) { #expect(HabitColor(text) == nil) }

  @Test(arguments: [
    (0, 5, 0), (1, 1, 4), (1, 4, 1), (2, 4, 2), (4, 4, 4), (9, 4, 4), (1, 50, 1), (1, 0, 4),
    (13, 50, 2),
  ])
  func `a day's level is the quarter its count falls into`(count: Int, habits: Int, level: Int) {
    #expect(ContributionLevel.of(count, habits: habits) == level)
  }
}
