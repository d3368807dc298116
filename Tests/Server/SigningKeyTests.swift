import Foundation
import Locks
import Logging
import Testing

@testable import trellis_server

/// The key by which devices recognize the server.
@Suite struct SigningKeyTests {
  @Test func `a key that was lost is replaced, and that is said`() async throws {
    let world = try await ServerWorld.open { $0.database = nil }
    let data = ServerData(path: world.configuration.dataFolder)
    let lines = KeptLines()
    let logger = Logger(label: "test") { _ in KeepingLog(lines: lines) }
    func publicKey() async throws -> String {
      let stores = try await ServerStores.open(world.configuration, data, logger)
      await stores.close()
      return stores.publicKey
    }
    let first = try await publicKey()
    #expect(first == world.stores.publicKey)
    #expect(!lines.all.contains { $0.contains("server.key") })
    try Data("not a key".utf8).write(to: URL(fileURLWithPath: data.signingKey))
    #expect(try await publicKey() != first)
    #expect(lines.all.contains { $0.contains("server.key is missing or damaged") })
  }
}

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

  func log(event: LogEvent) { lines.add("\(event.message)") }
}
