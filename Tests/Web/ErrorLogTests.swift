import Core
import HTTPTypes
import Hummingbird
import LeakCheck
import Locks
import Logging
import NIOCore
import Products
import Testing

@testable import HTTPServing
@testable import Web

/// What the web app writes to the log when it fails.
@Suite(.leavesNothingBehind) struct ErrorLogTests {
  @Test func `a failure inside is in the log, without what stood behind the question mark`()
    async throws
  {
    let lines = KeptLines()
    let configuration = WebConfiguration(
      listeners: [],
      token: World.token,
      secret: World.secret,
      version: "1.0"
    )
    let assembly = try WebAppAssembly(
      host: try await TestHost.open(.hobbyist),
      presentations: [GardenPresentation.self],
      configuration: configuration,
      logger: Logger(label: "test") { _ in KeepingLog(lines: lines) }
    )
    let head = HTTPRequest(
      method: .get,
      scheme: "http",
      authority: World.authority,
      path: "/broken?note=private",
      headerFields: [.authorization: "Bearer \(World.token)"]
    )
    let answer = await assembly.handler.respond(
      to: Request(head: head, body: .init(buffer: ByteBuffer())),
      from: .own
    )
    #expect(answer.status == .internalServerError)
    let line = try #require(lines.all.first)
    #expect(line.contains("a request failed"))
    #expect(line.contains("/broken"))
    #expect(line.contains("Oops"))
    #expect(!line.contains("private"))
    #expect(!line.contains(World.token))
  }
}

/// The lines of a log.
private final class KeptLines: Sendable {
  private let lines = Locked<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A log that only keeps what is written to it.
private struct KeepingLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .trace
  let lines: KeptLines

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { lines.add("\(event.message) \(event.metadata ?? [:])") }
}
