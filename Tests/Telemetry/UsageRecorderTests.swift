import Core
import TelemetryContract
import TestKit
import Testing

private struct Check: Command {
  typealias Reply = Bool
  static let name = "tracking.set-check"
  static let summary = ""
  let note = "a secret"

  private enum CodingKeys: CodingKey {}
}

private struct Personal: Signal { static let name = "habits.secret" }

private struct Countable: Signal {
  static let name = "habits.opened"
  static var privacy: Privacy { .countable }
}

@Suite struct CountingTests {
  private let now = Instant(seconds: 1_773_300_000)

  private func counts(_ uses: Int = 2) throws -> UseCounts {
    let name = try #require(FeatureName(FeatureUsed(Check.self)))
    var counts = UseCounts()
    counts.add([FeatureName](repeating: name, count: uses), at: now)
    return counts
  }

  @Test func `H-22: only kinds of events that declare it can be counted`() {
    #expect(FeatureName(of: Personal.self) == nil)
    #expect(FeatureName(of: Countable.self)?.text == "habits.opened")
    #expect(FeatureName(FeatureUsed(ChooseTelemetry.self)) == nil)
    #expect(FeatureUsed.privacy == .countable)
  }

  @Test func `H-22: a week is the finest time that is kept`() throws {
    var first = UseCounts()
    var second = UseCounts()
    let name = try #require(FeatureName(of: Countable.self))
    // 2026-03-09 was a Monday.
    first.add([name], at: try #require(Instant(rfc3339: "2026-03-09T00:00:00Z")))
    second.add([name], at: try #require(Instant(rfc3339: "2026-03-15T23:59:59Z")))
    #expect(first == second)
    #expect(first.weeks == ["2026-03-09": ["habits.opened": 1]])
  }

  @Test func `what is kept is bounded`() throws {
    var counts = UseCounts()
    let name = try #require(FeatureName(of: Countable.self))
    for week in 0..<40 as Range<Int64> {
      counts.add([name], at: now.advanced(bySeconds: week * 7 * 86_400))
    }
    #expect(counts.weeks.count == UseCounts.mostWeeks)
    #expect(counts.weeks.keys.min() == "2026-10-19")
  }

  @Test(arguments: [-90, 400] as [Int64])
  func `weeks that no receiver takes do not stay beside others`(days: Int64) throws {
    let name = try #require(FeatureName(of: Countable.self))
    let other = now.advanced(bySeconds: days * 86_400)
    var counts = UseCounts()
    counts.add([name], at: other)
    counts.add([CrashName(.trellisd, .memory)], at: other)
    counts.add([name], at: now)
    #expect(counts.weeks == ["2026-03-09": ["habits.opened": 1]])
    #expect(counts.crashes.isEmpty)
  }

  @Test func `H-23: what would be sent is exactly this`() throws {
    let body = try OTLPDocument(try counts(), product: "hobbyist", version: "1").body()
    let expected = """
      {"resourceMetrics":[{"resource":{"attributes":[\
      {"key":"service.name","value":{"stringValue":"trellis"}},\
      {"key":"service.version","value":{"stringValue":"1"}},\
      {"key":"trellis.product","value":{"stringValue":"hobbyist"}}]},\
      "scopeMetrics":[{"metrics":[{"description":"How often a feature was used in a week.",\
      "name":"trellis.feature.uses","sum":{"aggregationTemporality":1,"dataPoints":[\
      {"asInt":"2","attributes":[{"key":"feature","value":{"stringValue":"tracking.set-check"}}],\
      "startTimeUnixNano":"1773014400000000000","timeUnixNano":"1773619200000000000"}],\
      "isMonotonic":true},"unit":"{use}"}],"scope":{"name":"trellis.telemetry"}}]}]}
      """
    let document = OTLPDocument(try counts(), product: "hobbyist", version: "1")
    #expect(String(decoding: try JSON.encode(document), as: UTF8.self) == expected)
    #expect(!body.contains("secret"))
    #expect(body.hasSuffix("}\n"))
  }

  @Test func `H-22: crashes and slow answers are counted by fixed names and steps`() throws {
    let feature = try #require(FeatureName(of: Check.self))
    #expect(SlowAnswer(feature, took: .milliseconds(999)) == nil)
    #expect(SlowAnswer(feature, took: .seconds(1))?.text == "tracking.set-check 1")
    #expect(SlowAnswer(feature, took: .milliseconds(9_999))?.text == "tracking.set-check 3")
    #expect(SlowAnswer(feature, took: .seconds(4000))?.text == "tracking.set-check 10")
    #expect(FeatureName(of: ChooseTelemetry.self) == nil)
    var counts = UseCounts()
    counts.add([CrashName(.trellisd, .memory)], at: now)
    counts.add([try #require(SlowAnswer(feature, took: .seconds(4)))], at: now)
    let body = try OTLPDocument(counts, product: "hobbyist", version: "1").body()
    #expect(
      body.contains(#""name": "trellis.crashes""#) || body.contains(#""name" : "trellis.crashes""#)
    )
    for word in ["trellisd", "SIGSEGV", "trellis.slow.answers", "tracking.set-check"] {
      #expect(body.contains("\"\(word)\""), "\(body)")
    }
    #expect(!body.contains("trellis.feature.uses"))
  }

  @Test func `counts of an earlier version are read, and what was sent is taken away`() throws {
    var counts = try JSON.decode(
      UseCounts.self,
      from: Array(#"{"weeks":{"2026-03-09":{"tracking.set-check":2}}}"#.utf8)
    )
    let sent = counts
    counts.add([try #require(FeatureName(of: Check.self))], at: now)
    counts.subtract(sent)
    #expect(counts.weeks == ["2026-03-09": ["tracking.set-check": 1]])
    counts.subtract(counts)
    #expect(counts.isEmpty)
  }

  @Test func `H-20: where nothing was counted nothing would be sent`() throws {
    let document = OTLPDocument(UseCounts(), product: "hobbyist", version: "1")
    #expect(try JSON.encode(document) == Array("{\"resourceMetrics\":[]}".utf8))
  }
}
