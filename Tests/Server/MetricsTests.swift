import AppSupport
import Core
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import SQLite
import ServerStorage
import TelemetryContract
import Testing
import TrackingContract

@testable import HTTPServing
@testable import trellis_server

/// What a monitoring system reads of the server.
@Suite struct MetricsTests {
  private func page(_ world: ServerWorld) -> MetricsPage {
    MetricsPage(
      metrics: world.stores.metrics,
      streams: world.services.streams,
      data: ServerData(path: world.configuration.dataFolder),
      connections: { (3, 4) }
    )
  }

  @Test func `requests are counted by the pattern of their route, and name nobody`() async throws {
    let world = try await ServerWorld.open()
    let token = try await world.signUp("ada@example.org")
    _ = try await world.ask(.delete, "/api/v1/sessions/ffff", token: token)
    _ = try await world.ask(.get, "/secret/ada?name=ada")
    _ = try await world.ask(.get, "/api/v1/account")
    let text = page(world).text()
    for line in [
      #"trellis_http_requests_total{route="/api/v1/accounts",status="2xx"} 1"#,
      #"trellis_http_requests_total{route="/api/v1/sessions/{id}",status="4xx"} 1"#,
      #"trellis_http_requests_total{route="none",status="4xx"} 1"#,
      #"trellis_refusals_total{code="signed-out"} 1"#,
      #"trellis_account_events_total{event="account-made"} 1"#,
      #"trellis_open_connections{who="members"} 3"#,
      #"trellis_queue_depth{queue="passwords"} 0"#,
      #"trellis_http_request_duration_seconds_count{route="/api/v1/accounts"} 1"#,
    ] {
      #expect(text.contains(line + "\n"), "\(line) in \(text)")
    }
    #expect(!text.contains("ada"))
    #expect(!text.contains(ServerWorld.host))
  }

  @Test func `a full space is counted by itself, as the server did not fail`() async throws {
    let metrics = ServerMetrics()
    for status in [503, 507, 507] { metrics.count("/x", status: status, after: .zero) }
    let counts = metrics.counts.answers.map { "\($0.key.status) \($0.value)" }
    #expect(counts.sorted() == ["507 2", "5xx 1"])
    #expect(!HTTPResponse.Status.storageFull.isFailure)
    #expect(HTTPResponse.Status.serviceUnavailable.isFailure)
  }

  @Test func `a histogram adds up, and each family is told once`() async throws {
    let metrics = ServerMetrics()
    for time in [1, 4, 6, 300, 20_000] {
      metrics.count("/x", status: 200, after: .milliseconds(time))
    }
    let counts = try #require(metrics.counts.times["/x"])
    #expect(counts.counts == [2, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    let text = page(try await ServerWorld.open()).text()
    let types = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
    #expect(Set(types).count == types.count)
    #expect(types.count == text.split(separator: "\n").count { $0.hasPrefix("# HELP ") })
  }

  /// What the documentation for whoever runs the server says, against what the server says.
  @Test func `every figure is in the documentation, and no other`() async throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appendingPathComponent("Apps/Server/OPERATING.md")
    let manual = try String(contentsOf: path, encoding: .utf8)
    let world = try await ServerWorld.open()
    _ = try await world.ask(.get, "/api/v1/account")
    let text = page(world).text()
    let figures = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
      .compactMap { $0.split(separator: " ").dropFirst(2).first.map(String.init) }
    let table = manual.components(separatedBy: "| figure | labels |").last ?? ""
    let rows = table.components(separatedBy: "\n\n")[0].matches(
      of: #/`((?:trellis|process)_[a-z_]+)`/#
    )
    #expect(Set(rows.map { String($0.1) }) == Set(figures))
    // Also those in the expressions of alarms.
    let parts = ["", "_bucket", "_sum", "_count"]
    for match in manual.matches(of: #/\b(?:trellis|process)_[a-z_]+/#) {
      let name = String(match.0)
      #expect(
        parts.contains { figures.contains(String(name.dropLast($0.count))) && name.hasSuffix($0) }
      )
    }
  }

  @Test func `labels are escaped`() {
    var text = MetricsText()
    text.begin("x", .gauge, "X.")
    text.add("x", ["a": "q\"\\\n"], 1)
    #expect(text.text == "# HELP x X.\n# TYPE x gauge\nx{a=\"q\\\"\\\\\\n\"} 1\n")
  }

  @Test
  func `figures are read under this machine's own names, and by nobody at the server's address`()
    async throws
  {
    let world = try await ServerWorld.open()
    #expect(try await world.ask(.get, "/metrics").status == 404)
    let page = page(world)
    for (host, path, status) in [
      ("127.0.0.1:9464", "/metrics", 200), ("localhost", "/metrics", 200),
      ("[::1]:9464", "/metrics?x", 200), ("evil.example", "/metrics", 421),
      ("localhost.evil.example", "/metrics", 421), ("localhost", "/", 404),
    ] {
      let head = HTTPRequest(method: .get, scheme: "http", authority: host, path: path)
      let request = Request(head: head, body: .init(buffer: ByteBuffer()))
      #expect(page.respond(to: request).status.code == status, "\(host)\(path)")
    }
  }

  @Test func `figures are listened for on this machine alone`() async throws {
    for (text, isTaken) in [("127.0.0.1:9464", true), ("0.0.0.0:9464", false), ("x", false)] {
      let environment = ["TRELLIS_SERVER_METRICS": text, "TRELLIS_SERVER_DATA": "/tmp/x"]
      let source = try ConfigurationSource(file: nil, environment: environment)
      let found = try? await source.configuration()
      #expect((found?.metrics != nil) == isTaken, "\(text)")
    }
  }

  // MARK: Telemetry

  private func counts() throws -> String {
    var counts = UseCounts()
    counts.add([try #require(FeatureName(of: SetCheck.self))], at: SystemClock().now())
    return try OTLPDocument(counts, product: "streaks", version: "0.1.0").body()
  }

  @Test func `H-22: counts are taken where the operator says so, added up, and else refused`()
    async throws
  {
    let (open, closed) = (
      try await ServerWorld.open { $0.takesTelemetry = true }, try await ServerWorld.open()
    )
    let body = try counts()
    #expect(try await closed.ask(.post, "/v1/metrics", body).status == 404)
    for _ in 0..<2 { #expect(try await open.ask(.post, "/v1/metrics", body).status == 200) }
    let changed = body.replacing("tracking.set-check", with: "ada@example.org")
    let refused = try await open.ask(.post, "/v1/metrics", changed)
    #expect(refused.status == 400)
    #expect(refused.code == "foreign-counts")
    let sums = try await #require(open.stores.telemetry).all()
    #expect(sums.map { "\($0.name) \($0.count)" } == ["tracking.set-check 2"])
  }

  @Test func `versions that somebody made up take no real one its place`() async throws {
    let world = try await ServerWorld.open { $0.takesTelemetry = true }
    let body = try counts()
    #expect(body.contains("0.1.0"))
    for number in 1...30 {
      let made = body.replacing("0.1.0", with: "9.9.\(number)")
      #expect(try await world.ask(.post, "/v1/metrics", made).status == 200)
    }
    let real = body.replacing("0.1.0", with: AppVersion.current)
    for _ in 0..<2 { #expect(try await world.ask(.post, "/v1/metrics", real).status == 200) }
    let sums = try await #require(world.stores.telemetry).all()
    let counts = Dictionary(grouping: sums, by: \.version)
      .mapValues { $0.map(\.count).reduce(0, +) }
    #expect(counts.values.reduce(0, +) == 32)
    #expect(counts[AppVersion.current] == 2)
    #expect(counts[TelemetrySums.otherVersions] == 10)
    #expect(counts.count == 22)
  }

  @Test func `the sums of an earlier version, whose file had no number, are added to`()
    async throws
  {
    let world = try await ServerWorld.open()
    let path = "\(world.configuration.dataFolder)/earlier.db"
    let earlier = try Database(path: path, mode: .readWriteCreate)
    try earlier.execute(
      """
      PRAGMA application_id = \(0x5472_6C6D);
      CREATE TABLE sums(
        week TEXT NOT NULL, product TEXT NOT NULL, version TEXT NOT NULL, metric TEXT NOT NULL,
        name TEXT NOT NULL, count INTEGER NOT NULL,
        PRIMARY KEY(week, product, version, metric, name)) STRICT, WITHOUT ROWID;
      INSERT INTO sums VALUES ('2026-W01', 'streaks', '0.1.0', 'trellis.feature.uses', 'a', 5);
      """
    )
    for _ in 0..<2 {
      let sums = try TelemetrySums(in: .file(path))
      #expect(try await sums.all().map(\.count) == [5])
    }
    #expect(try earlier.userVersion() == 1)
  }
}
