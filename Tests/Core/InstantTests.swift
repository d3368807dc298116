import Core
import Testing

@Suite struct InstantTests {
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
