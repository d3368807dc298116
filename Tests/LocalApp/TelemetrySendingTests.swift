import AppSupport
import Core
import Driver
import EngineDriving
import Foundation
import Locks
import LoopbackHTTP
import Presentation
import Products
import TelemetryContract
import Testing
import TrackingContract

@testable import LocalApp

/// A product that names a receiver, as none of this build does.
@Suite struct TelemetrySendingTests {
  private let folder = TemporaryHome()

  /// `streaks` with a receiver, and the services that its telemetry gets.
  private func port(_ receiver: String?) throws -> (Product, TelemetryPort) {
    let known = Product.streaks
    var policies = known.policies
    policies.telemetryReceiver = receiver
    let product = Product(
      name: known.name,
      title: known.title,
      summary: known.summary,
      modules: known.modules,
      policies: policies,
      voice: known.voice,
      theme: known.theme
    )
    return (product, try #require(FeatureUses.port(for: product, folder.home)))
  }

  /// One time for all uses, since those of two weeks are not added up.
  private static let now = SystemClock().now()

  private static func count(_ port: TelemetryPort) throws {
    let name = try #require(FeatureName(of: SetCheck.self))
    try port.spool.change { $0.add([name], at: now) }
  }

  private func shown(_ port: TelemetryPort, _ product: Product) throws -> String {
    try OTLPDocument(port.spool.counts(), product: product.name, version: port.version).body()
  }

  @Test func `H-22: what is disclosed is what arrives, byte for byte, and nothing of a person`()
    async throws
  {
    let server = try ScriptedServer { _ in document("{}") }
    let (product, port) = try port("http://\(server.address)")
    try TelemetrySendingTests.count(port)
    let shown = try shown(port, product)
    #expect(try await port.send(product: product.name, isOn: true))
    let request = try #require(server.received.first)
    #expect(server.lines == ["POST /v1/metrics"])
    #expect(String(decoding: request.body, as: UTF8.self) == shown)
    let names = request.fields.map { $0.prefix { $0 != ":" }.lowercased() }
    let known: Set = [
      "host", "user-agent", "accept", "accept-encoding", "content-type", "content-length",
    ]
    #expect(Set(names).isSubset(of: known), "\(names)")
    #expect(request.field("User-Agent") == "trellis/\(AppVersion.current)")
    // It is sent once.
    #expect(try await !port.send(product: product.name, isOn: true))
    #expect(server.received.count == 1)
  }

  @Test func `H-22: the server adds up what devices send, and keeps nothing else`() async throws {
    let server = try ServerProcess(settings: ["TELEMETRY": "true"])
    let (product, port) = try port(server.address())
    for _ in 0..<2 {
      try TelemetrySendingTests.count(port)
      #expect(try await port.send(product: product.name, isOn: true))
    }
    let sums = try server.run("telemetry").split(separator: "\n")
    #expect(sums.count == 1)
    #expect(sums.first?.hasSuffix("trellis.feature.uses  tracking.set-check  2") == true, "\(sums)")
    server.stop()
    #expect(try !server.text().contains("127.0.0.1"))
    let names = try FileManager.default.contentsOfDirectory(atPath: server.data.path)
    #expect(names.contains("telemetry.db"))
    for name in names {
      let bytes = try Data(contentsOf: server.data.appendingPathComponent(name))
      for words in ["127.0.0.1", "trellis/\(AppVersion.current)"] {
        #expect(bytes.range(of: Data(words.utf8)) == nil, "\(words) in \(name)")
      }
    }
  }

  @Test func `H-22: a server that takes none is told nothing more, and the counts are kept`()
    async throws
  {
    let server = try ServerProcess()
    let (product, port) = try port(server.address())
    try TelemetrySendingTests.count(port)
    let before = port.spool.counts()
    await #expect(throws: DomainError.self) {
      try await port.send(product: product.name, isOn: true)
    }
    #expect(port.spool.counts() == before)
  }

  @Test func `H-22: switched off or without a receiver, nothing is sent`() async throws {
    let server = try ScriptedServer { _ in document("{}") }
    let (product, named) = try port("http://\(server.address)")
    try TelemetrySendingTests.count(named)
    #expect(try await !named.send(product: product.name, isOn: false))
    let (_, unnamed) = try port(nil)
    #expect(unnamed.receiver == nil)
    #expect(try await !unnamed.send(product: product.name, isOn: true))
    #expect(server.received.isEmpty)
    for product in ProductCatalog.products { #expect(product.policies.telemetryReceiver == nil) }
  }

  /// Does what the daemon's timer does, on a clock of its own, and tells on which days something was sent.
  private func days(_ rounds: TelemetryRounds, _ clock: ManualClock, hours: Int) async -> [String] {
    var days: [String] = []
    for _ in 0..<hours {
      let round = await rounds.look()
      if round.outcome == .sent { days.append(Day(at: clock.now(), minutesEast: 0).description) }
      clock.set(clock.now().advanced(byMilliseconds: round.pause))
    }
    return days
  }

  @Test func `H-22: the timer sends once a day, from the second day on, while it is on`()
    async throws
  {
    let server = try ScriptedServer { _ in document("{}") }
    let (product, port) = try port("http://\(server.address)")
    let clock = ManualClock(try #require(Instant(rfc3339: "2026-03-10T08:30:00Z")))
    let isOn = Locked(true)
    let rounds = try #require(
      TelemetryRounds(
        product: product.name,
        port: port,
        home: folder.home,
        clock: clock
      ) {
        // Something is counted all the time.
        try TelemetrySendingTests.count(port)
        return isOn.withLock { $0 }
      }
    )
    #expect(await days(rounds, clock, hours: 48) == ["2026-03-11", "2026-03-12"])
    isOn.withLock { $0 = false }
    #expect(await days(rounds, clock, hours: 24).isEmpty)
    #expect(server.received.count == 2)
  }

  @Test func `H-22: a receiver that is away is asked once a day, and gets everything later`()
    async throws
  {
    let isAway = Locked(true)
    let server = try ScriptedServer { _ in
      isAway.withLock { $0 } ? document("{}", "503 Service Unavailable") : document("{}")
    }
    let (product, port) = try port("http://\(server.address)")
    let clock = ManualClock(try #require(Instant(rfc3339: "2026-03-10T08:30:00Z")))
    let rounds = try #require(
      TelemetryRounds(
        product: product.name,
        port: port,
        home: folder.home,
        clock: clock
      ) { true }
    )
    try TelemetrySendingTests.count(port)
    #expect(await days(rounds, clock, hours: 48).isEmpty)
    #expect(server.received.count == 2)
    isAway.withLock { $0 = false }
    #expect(await days(rounds, clock, hours: 24) == ["2026-03-13"])
  }

  @Test func `the first day is for looking at it, and then it is sent once a day`() throws {
    let day = try #require(Day("2026-03-10"))
    #expect(!TelemetryDelivery.isDue(on: day, folder.home))
    #expect(!TelemetryDelivery.isDue(on: day, folder.home))
    #expect(TelemetryDelivery.isDue(on: day.advanced(by: 1), folder.home))
    TelemetryDelivery.note(day.advanced(by: 1), folder.home)
    #expect(!TelemetryDelivery.isDue(on: day.advanced(by: 1), folder.home))
  }
  @Test func `a clock that was ahead once does not end the sending`() throws {
    let day = try #require(Day("2026-03-10"))
    TelemetryDelivery.note(day.advanced(by: 400), folder.home)
    #expect(!TelemetryDelivery.isDue(on: day, folder.home))
    #expect(TelemetryDelivery.isDue(on: day.advanced(by: 1), folder.home))
  }
}
