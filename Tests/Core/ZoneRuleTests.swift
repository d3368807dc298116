import Testing

@testable import Core
@testable import TimeZones

@Suite struct ZoneRuleTests {
  private func parsed(_ text: String) -> ZoneRule? { ZoneRule(posix: Array(text.utf8)[...]) }

  /// The changes of a year in UTC, as `first instant: offset`.
  private func changes(_ text: String, in year: Int) throws -> [String] {
    let rule = try #require(parsed(text))
    let start = try #require(Day(year: year, month: 1, day: 1))
    let end = Int64(start.startOfNextYear.number) * 86_400
    var period = rule.period(at: Int64(start.number) * 86_400 - 1)
    var list: [String] = []
    while period.end < end {
      period = rule.period(at: period.end)
      list.append("\(Instant(seconds: period.start).rfc3339(in: .utc)) \(period.offset)")
    }
    return list
  }

  @Test(arguments: [
    // The last Sunday of a month.
    ("CET-1CEST,M3.5.0,M10.5.0/3", 2026, "2026-03-29T01:00:00Z 7200", "2026-10-25T01:00:00Z 3600"),
    // The second and the first Sunday, west of Greenwich.
    ("EST5EDT,M3.2.0,M11.1.0", 2026, "2026-03-08T07:00:00Z -14400", "2026-11-01T06:00:00Z -18000"),
    // Half an hour of summer time on the southern hemisphere.
    (
      "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 2026, "2026-04-04T15:00:00Z 37800",
      "2026-10-03T15:30:00Z 39600"
    ),
    // Winter time as negative summer time.
    ("IST-1GMT0,M10.5.0,M3.5.0/1", 2026, "2026-03-29T01:00:00Z 3600", "2026-10-25T01:00:00Z 0"),
    // Times before midnight: the evening before the last Sunday.
    (
      "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 2026, "2026-03-29T01:00:00Z -3600",
      "2026-10-25T01:00:00Z -7200"
    ),
    // Four days and two hours after a Sunday.
    (
      "EET-2EEST,M3.4.4/50,M10.4.4/50", 2026, "2026-03-28T00:00:00Z 10800",
      "2026-10-23T23:00:00Z 7200"
    ),
    // Days of the year that do and do not count 29 February.
    ("AAA0BBB,J60/0,J365/0", 2024, "2024-03-01T00:00:00Z 3600", "2024-12-30T23:00:00Z 0"),
    ("AAA0BBB,59/0,364/0", 2024, "2024-02-29T00:00:00Z 3600", "2024-12-29T23:00:00Z 0"),
    ("AAA0BBB,59/0,364/0", 2023, "2023-03-01T00:00:00Z 3600", "2023-12-30T23:00:00Z 0"),
    // Seconds, and an explicit offset of summer time.
    (
      "LMT-1:05:21LST-2:35:21,M5.1.1/1:02:03,M9.5.6/+4", 2026, "2026-05-03T23:56:42Z 9321",
      "2026-09-26T01:24:39Z 3921"
    ),
  ])
  func `a rule's changes of a year`(text: String, year: Int, first: String, second: String) throws {
    #expect(try changes(text, in: year) == [first, second])
  }

  @Test func `summer time can last all year`() throws {
    let rule = try #require(parsed("EST5EDT,0/0,J365/25"))
    for year in 2020...2030 {
      let newYear = try #require(Day(year: year, month: 1, day: 1))
      let start = Int64(newYear.number) * 86_400
      for hour in -30...30 {
        #expect(rule.period(at: start + Int64(hour) * 3600).offset == -14_400)
      }
    }
  }

  @Test func `changes a week outside of their year count`() throws {
    let late = try changes("AAA0BBB,J365/167,J100", in: 2026)
    #expect(
      late == [
        "2026-01-06T23:00:00Z 3600", "2026-04-10T01:00:00Z 0",
      ]
    )
    let early = try changes("AAA0BBB,J100,J1/-167", in: 2026)
    #expect(
      early == [
        "2026-04-10T02:00:00Z 3600", "2026-12-25T00:00:00Z 0",
      ]
    )
  }

  @Test(arguments: [
    "", "CET", "CE-1", "CET-1CE", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,",
    "CET-1CEST,M0.5.0,M10.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
    "CET-1CEST,M3.0.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5,M10.5.0",
    "CET-1CEST,J0,J365", "CET-1CEST,J1,J366", "CET-1CEST,0,366", "CET-1CEST,0/168,365",
    "CET-1CEST,0/1:60,365", "CET-25", "CET-1:60", "<+03-3", "<+0>-3", "+03-3", "CET-1 ",
    "CET-1CEST,M3.5.0,M10.5.0,", "CET--1", "CET-0001", "Europe/Vienna", "UTC",
  ])
  func `malformed rules are refused`(text: String) {
    #expect(parsed(text) == nil)
  }
}

extension Day {
  fileprivate var startOfNextYear: Day { Day(number: number).advanced(by: lengthOfYear) }

  private var lengthOfYear: Int { Day.length(ofMonth: 2, year: year) + 337 }
}
