import Core
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
    let lines = SharedLocked<[String]>([])
    let logger = Logger(label: "test") { _ in KeepingLog(lines: lines) }
    func publicKey() async throws -> String {
      let stores = try await ServerStores.open(world.configuration, data, logger)
      await stores.close()
      return stores.publicKey
    }
    let first = try await publicKey()
    #expect(first == world.stores.publicKey)
    #expect(!lines.withLock { $0 }.contains { $0.contains("server.key") })
    try Data("not a key".utf8).write(to: URL(fileURLWithPath: data.signingKey))
    #expect(try await publicKey() != first)
    #expect(lines.withLock { $0 }.contains { $0.contains("server.key is missing or damaged") })
  }

  @Test func `the first key is no loss, even if a command has made the accounts before`()
    async throws
  {
    let world = try await ServerWorld.open { $0.database = nil }
    var configuration = world.configuration
    configuration.dataFolder += "/new"
    let data = ServerData(path: configuration.dataFolder)
    try data.create()
    let lines = SharedLocked<[String]>([])
    let logger = Logger(label: "test") { _ in KeepingLog(lines: lines) }
    _ = try ServerStores.openAccounts(configuration, data, SystemClock(), logger)
    try await ServerStores.open(configuration, data, logger).close()
    #expect(!lines.withLock { $0 }.contains { $0.contains("server.key") })
  }
}
