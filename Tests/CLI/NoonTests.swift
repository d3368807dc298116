import Driver
import Foundation
import Testing

/// The zone of the tests whose programs go by the machine's clock.
@Suite struct NoonTests {
  @Test(arguments: 0..<24) func `at each hour there is a zone in which it is noon`(
    hour: Int
  ) throws {
    let zone: TimeZone = try #require(TimeZone(identifier: Noon.zoneOfNoon(at: hour)))
    #expect(hour + zone.secondsFromGMT() / 3600 == 12)
  }
}
