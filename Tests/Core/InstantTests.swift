import Core
import Testing

@Suite struct InstantTests {
  @Test func `the instants that are read have days that read back`() throws {
    let zone = LocalCalendar(zone: .utc)
    for limit: Int64 in [-8_640_000_000_000_000, 8_640_000_000_000_000] {
      let instant = try JSON.decode([Instant].self, from: Array("[\(limit)]".utf8))[0]
      let day = zone.day(at: instant)
      #expect(Day(day.description) == day)
      let beyond = limit + limit.signum()
      #expect(throws: DecodingError.self) {
        try JSON.decode([Instant].self, from: Array("[\(beyond)]".utf8))
      }
    }
  }

  @Test(
    arguments: [
      (0, 0), (999, 0), (1000, 1), (-1, -1), (-1000, -1), (-1001, -2),
      (.max, 9_223_372_036_854_775), (.min, -9_223_372_036_854_776),
    ] as [(Int64, Int64)]
  )
  func `seconds are rounded down`(milliseconds: Int64, seconds: Int64) {
    #expect(Instant(milliseconds: milliseconds).seconds == seconds)
  }

  @Test(
    arguments: [
      (0, true), (59_999, true), (60_000, false), (-1, false), (-86_400_000, false),
      (.min, false), (.max, false),
    ] as [(Int64, Bool)]
  )
  func `an instant is recent for a while, and not before it has come`(
    passed: Int64,
    isRecent: Bool
  ) {
    let instant = Instant(milliseconds: 0)
    let now = Instant(milliseconds: passed)
    #expect(instant.isWithin(seconds: 60, before: now) == isRecent)
  }

  @Test func `instants that are too far apart are not recent`() {
    let (first, last) = (Instant(milliseconds: .min), Instant(milliseconds: .max))
    #expect(!first.isWithin(seconds: .max, before: last))
    #expect(!last.isWithin(seconds: .max, before: first))
  }
}
