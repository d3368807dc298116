import TestKit
import Testing

@testable import Core
@testable import TimeZones

@Suite struct RFC3339Tests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00z", 0), ("1970-01-01T01:00:00+01:00", 0),
    ("1969-12-31T14:30:00-09:30", 0), ("1970-01-01T00:00:00-00:00", 0),
    ("1969-12-31T23:59:59.9999Z", -1), ("1970-01-01T00:00:00.5Z", 500),
    ("1970-01-01T00:00:00.05Z", 50), ("1970-01-01T00:00:00.0019999999999999999999Z", 1),
    // The examples of RFC 3339, section 5.8.
    ("1985-04-12T23:20:50.52Z", 482_196_050_520), ("1996-12-19T16:39:57-08:00", 851_042_397_000),
    ("1990-12-31T23:59:60Z", 662_687_999_999), ("1990-12-31T15:59:60-08:00", 662_687_999_999),
    ("1937-01-01T12:00:27.87+00:20", -1_041_337_172_130),
    ("1990-12-31T23:59:60.25Z", 662_687_999_999),
    ("0000-01-01T00:00:00Z", -62_167_219_200_000), ("9999-12-31T23:59:59Z", 253_402_300_799_000),
  ])
  func `moments are read`(text: String, milliseconds: Int64) {
    #expect(Instant(rfc3339: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2026-03-29", "2026-03-29T03:00:00", "2026-03-29 03:00:00Z", "2026-03-29T03:00Z",
    "2026-02-29T00:00:00Z", "2026-03-29T24:00:00Z", "2026-03-29T23:60:00Z", "2026-03-29T12:00:60Z",
    "2026-03-29T23:59:61Z", "2026-03-29T23:59:60+01:00", "2026-03-29T03:00:00.Z",
    "2026-03-29T03:00:00,5Z", "2026-03-29T03:00:00+1:00", "2026-03-29T03:00:00+0100",
    "2026-03-29T03:00:00+24:00", "2026-03-29T03:00:00+01:60", "2026-03-29T03:00:00+01:00Z",
    "2026-03-29T03:00:00Z ", " 2026-03-29T03:00:00Z", "+2026-03-29T03:00:00Z",
    "2026-03-29T-3:00:00Z", "12026-03-29T03:00:00Z", "２026-03-29T03:00:00Z", "now",
  ])
  func `malformed moments are refused`(text: String) {
    #expect(Instant(rfc3339: text) == nil)
  }

  @Test func `moments are written in a zone with its offset`() throws {
    let vienna = try SampleFolder.vienna()
    let summer = Instant(milliseconds: 1_774_746_000_000)
    #expect(summer.rfc3339(in: vienna) == "2026-03-29T03:00:00+02:00")
    #expect(summer.rfc3339(in: .utc) == "2026-03-29T01:00:00Z")
    let winter = summer.advanced(byMilliseconds: -1)
    #expect(winter.rfc3339(in: vienna) == "2026-03-29T01:59:59.999+01:00")
    #expect(Instant(milliseconds: -1).rfc3339(in: .utc) == "1969-12-31T23:59:59.999Z")
    #expect(Instant(milliseconds: 7).rfc3339(in: .utc) == "1970-01-01T00:00:00.007Z")
  }

  @Test(arguments: [
    ("AAA3:30", "1969-12-31T20:30:00-03:30"), ("AAA0", "1970-01-01T00:00:00+00:00"),
    ("AAA-0:19:32", "1970-01-01T00:20:00+00:20"), ("AAA0:19:32", "1969-12-31T23:40:00-00:20"),
    ("AAA-0:00:20", "1970-01-01T00:00:00+00:00"),
  ])
  func `offsets west, of none and of seconds are written`(rule: String, text: String) throws {
    let folder = try SampleFolder(["Test/Zone": SampleTZif(footer: rule).bytes])
    defer { folder.remove() }
    let zone = try Zone(identifier: "Test/Zone", in: ZoneDatabase(folder: folder.path))
    #expect(Instant(milliseconds: 0).rfc3339(in: zone) == text)
    #expect(Instant(rfc3339: text)?.milliseconds == 0)
  }

  @Test func `what is written is read back`() throws {
    let vienna = try SampleFolder.vienna()
    var generator = SplitMix64(seed: 3339)
    for _ in 0..<5000 {
      let milliseconds = Int64.random(
        in: -62_000_000_000_000...253_000_000_000_000,
        using: &generator
      )
      let instant = Instant(milliseconds: milliseconds)
      #expect(Instant(rfc3339: instant.rfc3339(in: vienna)) == instant)
      #expect(Instant(rfc3339: instant.rfc3339(in: .utc)) == instant)
    }
  }

  @Test func `any text is a moment or nil, never a crash`() {
    var generator = SplitMix64(seed: 99)
    let whole = Array("2026-03-29T03:00:00.5+02:00".utf8)
    for _ in 0..<10_000 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0...127,
          using: &generator
        )
      }
      let instant = Instant(rfc3339: String(decoding: bytes, as: UTF8.self))
      if let instant { #expect(Instant(rfc3339: instant.rfc3339(in: .utc)) == instant) }
    }
  }
}
