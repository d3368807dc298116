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
}
