import Core
import TelemetryContract
import Testing

private struct Check: Command {
  typealias Reply = Bool
  static let name = "tracking.set-check"
  static let summary = ""
}

@Suite struct ReceivedCountsTests {
  private let now = Instant(seconds: 1_773_300_000)

  private func body() throws -> String {
    var counts = UseCounts()
    let feature = try #require(FeatureName(of: Check.self))
    counts.add([feature, feature], at: now)
    counts.add([CrashName(.trellis, .trap)], at: now)
    counts.add([try #require(SlowAnswer(feature, took: .seconds(3)))], at: now)
    return try OTLPDocument(counts, product: "hobbyist", version: "0.1.0").body()
  }

  private func receive(_ body: String, at now: Instant? = nil) throws -> ReceivedCounts {
    try ReceivedCounts(Array(body.utf8), now: now ?? self.now) { product in
      product == "hobbyist" ? [Check.name] : nil
    }
  }

  @Test func `H-22: what a device discloses is what a receiver reads`() throws {
    let received = try receive(try body())
    #expect(received.product == "hobbyist")
    #expect(received.version == "0.1.0")
    #expect(
      received.sums.map { "\($0.week) \($0.metric) \($0.name) \($0.count)" } == [
        "2026-03-09 trellis.feature.uses tracking.set-check 2",
        "2026-03-09 trellis.crashes trellis SIGTRAP 1",
        "2026-03-09 trellis.slow.answers tracking.set-check 3 1",
      ]
    )
  }

  @Test(
    arguments: [
      ("tracking.set-check", "tracking.of-a-person"), ("\"hobbyist\"", "\"beebloom\""),
      ("SIGTRAP", "SIGKILL"), ("\"3\"", "\"4\""), ("\"2\"", "\"-2\""), ("\"2\"", "\"02\""),
      ("\"2\"", "\"2000001\""), ("0.1.0", "0.1.0 of Ada"), ("{use}", "{person}"),
      ("1773014400000000000", "1773014400000000001"),
      ("1773014400000000000", "1773014500000000000"),
      ("1773014400000000000", "253402300800000000000"),
      ("1773014400000000000", "9223372036854775807000000000"),
      ("\"trellis\"", "\"trellis\", \"more\": \"of it\""),
      ("{use}\"", "{use}\", \"note\": \"Ada\""),
      ("}\n", "} "),
    ]
  )
  func `H-22: anything else than counts by known names is refused`(
    old: String,
    new: String
  ) throws {
    let changed = try body().replacing(old, with: new)
    #expect(changed != (try body()))
    #expect(throws: DomainError.self) { try receive(changed) }
  }

  @Test func `weeks that no device has any more, or not yet, are refused`() throws {
    for days in [-14, 70] as [Int64] {
      let other = now.advanced(bySeconds: days * 86_400)
      #expect(throws: DomainError.self) { try receive(try body(), at: other) }
    }
    #expect(try receive(try body(), at: now.advanced(bySeconds: 50 * 86_400)).sums.count == 3)
  }

  @Test func `nothing at all, and what is no document, is refused`() {
    for body in ["", "{}", "[]", "{\"resourceMetrics\":[]}", "null", "\u{0}"] {
      #expect(throws: DomainError.self) { try receive(body) }
    }
  }
}
