import TestKit
import Testing

@testable import Core
@testable import TimeZones

@Suite struct TZifTests {
  @Test(arguments: ["\0", "2", "3", "4", "5"] as [Character])
  func `changes of every version are found on the second`(version: Character) throws {
    let file = SampleTZif(
      version: version,
      changes: [(-1000, 1), (0, 2), (500, 1)],
      offsets: [600, 3600, 7200]
    )
    let table = try TZif.parse(file.bytes)
    let expected = [
      (-1001, 600), (-1000, 3600), (-1, 3600), (0, 7200), (499, 7200), (500, 3600), (1 << 40, 3600),
    ]
    for (seconds, offset) in expected { #expect(table.offset(at: Int64(seconds)) == offset) }
    #expect(table.period(at: 10) == ZonePeriod(start: 0, end: 500, offset: 7200))
    #expect(table.period(at: -5000) == ZonePeriod(start: .min, end: -1000, offset: 600))
    #expect(table.period(at: 500) == ZonePeriod(start: 500, end: .max, offset: 3600))
  }

  @Test func `times outside of 32 bits come from the second part`() throws {
    let file = SampleTZif(changes: [(-5_000_000_000, 1), (6_000_000_000, 0)], offsets: [0, 3600])
    let table = try TZif.parse(file.bytes)
    #expect(table.offset(at: -5_000_000_001) == 0)
    #expect(table.offset(at: -5_000_000_000) == 3600)
    #expect(table.offset(at: 6_000_000_000) == 0)
  }

  @Test func `the footer's rule holds after the last change and not before`() throws {
    // 2020-06-01T00:00:00Z, when summer time already applies by the rule.
    let file = SampleTZif(
      changes: [(1_590_969_600, 1)],
      offsets: [0, 7200],
      footer: "CET-1CEST,M3.5.0,M10.5.0/3"
    )
    let table = try TZif.parse(file.bytes)
    #expect(table.offset(at: 1_590_969_599) == 0)
    #expect(table.offset(at: 1_590_969_600) == 7200)
    // 2020-10-25T01:00:00Z.
    #expect(table.period(at: 1_590_969_600).end == 1_603_587_600)
    #expect(table.offset(at: 1_603_587_600) == 3600)
    // 2500-03-28T01:00:00Z, long after the changes that are listed.
    #expect(table.offset(at: 16_732_659_599) == 3600)
    #expect(table.offset(at: 16_732_659_600) == 7200)
  }

  @Test func `without changes the footer's rule holds always`() throws {
    let file = SampleTZif(offsets: [0], footer: "<+0530>-5:30")
    #expect(try TZif.parse(file.bytes).offset(at: -99_999_999_999) == 19_800)
  }

  @Test func `inconsistent files are refused`() {
    func refusal(_ file: SampleTZif) -> TZif.Malformed? {
      do {
        _ = try TZif.parse(file.bytes)
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal(SampleTZif()) == nil)
    #expect(refusal(SampleTZif(changes: [(5, 0), (5, 0)])) == .inconsistent)
    #expect(refusal(SampleTZif(changes: [(5, 1)])) == .inconsistent)
    #expect(refusal(SampleTZif(changes: [(.min, 0)])) == .inconsistent)
    #expect(refusal(SampleTZif(offsets: [])) == .inconsistent)
    #expect(refusal(SampleTZif(offsets: [26 * 3600])) == .inconsistent)
    #expect(refusal(SampleTZif(offsets: [.min])) == .inconsistent)
    #expect(refusal(SampleTZif(footer: nil)) == .truncated)
    #expect(refusal(SampleTZif(footer: "CET")) == .badRule)
    #expect(refusal(SampleTZif(leapSeconds: [(78_796_800, 1)])) == .countsLeapSeconds)
  }

  @Test func `a file cut anywhere is refused`() {
    let whole = SampleTZif(changes: [(5, 1), (9, 0)], offsets: [0, 3600], footer: "EST5").bytes
    #expect(throws: Never.self) { try TZif.parse(whole) }
    for count in 0..<whole.count {
      #expect(throws: TZif.Malformed.self) { try TZif.parse(Array(whole.prefix(count))) }
    }
  }

  @Test func `damaged bytes are an error or a table, never a crash`() {
    var generator = SplitMix64(seed: 2026)
    let whole = SampleTZif(
      changes: [(5, 1), (9, 0)],
      offsets: [0, 3600],
      footer: "AAA3BBB4,M10.5.0/-2,J60/167"
    ).bytes
    var tables = 0
    for round in 0..<20_000 {
      var bytes = whole
      for _ in 0...(round % 4) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0...255,
          using: &generator
        )
      }
      guard let table = try? TZif.parse(bytes) else { continue }
      tables += 1
      let seconds = Int64.random(in: -(1 << 50)...(1 << 50), using: &generator)
      #expect(abs(table.offset(at: seconds)) < ZoneTable.offsetLimit)
      #expect(abs(table.seconds(ofLocal: seconds) - seconds) < 400 * 3600)
    }
    #expect(tables > 100 && tables < 20_000)
  }

  @Test func `random bytes are refused`() {
    var generator = SplitMix64(seed: 7)
    for round in 0..<2000 {
      let noise = (0..<(round % 200)).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let header = round % 2 == 0 ? Array("TZif2".utf8) + [UInt8](repeating: 0, count: 30) : []
      #expect(throws: TZif.Malformed.self) { try TZif.parse(header + noise) }
    }
  }
}
