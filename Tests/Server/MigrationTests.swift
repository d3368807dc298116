import Accounts
import Core
import EngineDriving
import FileSystem
import Foundation
import HTTPTypes
import Locks
import Migrating
import PostgreSQLJournal
import PostgreSQLTesting
import Testing

@testable import trellis_server

/// A server with real people moves to a database and back.
@Suite(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
struct MigrationTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("trellis-migration-\(UUID().uuidString)").path

  /// Stands still, so that documents which say when they were made are the same.
  private let clock = ManualClock(SystemClock().now())

  private func remove() { try? FileManager.default.removeItem(atPath: folder) }

  private func newDatabase() throws -> PostgreSQLSettings {
    PostgreSQLSettings(connection: try PostgreSQLCluster.shared.get().newSchema())
  }

  private func migration(
    _ source: ServerConfiguration,
    _ target: ServerConfiguration
  ) -> ServerMigration {
    ServerMigration(source: MigrationEnd(source), target: MigrationEnd(target), printLine: { _ in })
  }

  /// The error's code of what `body` throws.
  private func code(_ body: () async throws -> Void) async -> String? {
    do { try await body() } catch {
      return (error as? DomainError)?.code ?? "\(error)"
    }
    return nil
  }

  private func opened(_ configuration: ServerConfiguration) async throws -> ServerWorld {
    try await ServerWorld.open(clock: clock) {
      $0.dataFolder = configuration.dataFolder
      $0.database = configuration.database
    }
  }

  /// What the pair and a browser can see and take with them, as documents.
  private func exports(
    _ world: ServerWorld,
    _ pair: FriendPair,
    _ cookie: String
  ) async throws -> [String] {
    let browser = ServerBrowser(world: world, cookie: cookie)
    let password = #"{"password":"correct horse battery"}"#
    return [
      try await browser.get("/data/export.json").text,
      try await world.ask(.post, "/api/v1/account/data", password, token: pair.ada).text,
      try await world.ask(.post, "/api/v1/account/data", password, token: pair.bob).text,
      try await world.friends(.get, "", nil, pair.bob).text,
      try await world.friends(.get, "/feed", nil, pair.bob).text,
      try await world.friends(.get, "/notices", nil, pair.bob).text,
    ]
  }

  @Test func `what people have is the same in the database, and back in files`() async throws {
    defer { remove() }
    let first = try await ServerWorld.open(clock: clock) { $0.database = nil }
    let pair = try await FriendPair(first)
    let browser = try await ServerBrowser.signUp(first, "cleo@example.org")
    try await browser.addHabit("Water the garden")
    var database = first.configuration
    database.database = try newDatabase()
    // As a running server does.
    let lock = try ServerData(path: first.configuration.dataFolder).take()
    #expect(
      await code { _ = try await migration(first.configuration, database).run() } == "server-runs"
    )
    // It goes on, and no server starts with what there is of it in the database.
    try await browser.addHabit("Read")
    #expect(await code { _ = try await opened(database) }?.contains("is being moved") == true)
    let before = try await exports(first, pair, browser.cookie)
    await first.stores.close()
    lock.release()
    let moved = try await migration(first.configuration, database).run()
    #expect(moved.spaces >= 2 && moved.entries > 3 && moved.rows > 10)
    #expect(try await migration(first.configuration, database).compare() == moved)

    var files = first.configuration
    files.dataFolder = folder
    let later = try await useDatabase(database, pair, browser.cookie, before, files)
    // A server has begun there, so the old files must not be copied over it.
    let again = migration(first.configuration, database)
    #expect(await code { _ = try await again.run() } == "migration-occupied")
    #expect(await code { _ = try await again.compare() } == "migration-not-begun")
    try await moveOnceClosed(database, files)
    let last = try await opened(files)
    #expect(try await exports(last, pair, browser.cookie) == later)
    #expect(last.stores.publicKey == first.stores.publicKey)
    await last.stores.close()
  }

  /// Works with a server on the database, and returns what people have then; it is gone afterwards.
  private func useDatabase(
    _ database: ServerConfiguration,
    _ pair: FriendPair,
    _ cookie: String,
    _ before: [String],
    _ files: ServerConfiguration
  ) async throws -> [String] {
    let world = try await opened(database)
    #expect(try await exports(world, pair, cookie) == before)
    try await ServerBrowser(world: world, cookie: cookie).addHabit("Swim")
    // A node still works with the database.
    #expect(await code { _ = try await migration(database, files).run() } == "server-runs")
    let later = try await exports(world, pair, cookie)
    #expect(later[0].contains("Swim"))
    await world.stores.close()
    return later
  }

  /// Moves the data as soon as the connections of a closed server have ended.
  private func moveOnceClosed(
    _ source: ServerConfiguration,
    _ target: ServerConfiguration
  ) async throws {
    for _ in 0..<200 {
      let problem = await code { _ = try await migration(source, target).run() }
      if problem == nil { return }
      try #require(problem == "server-runs", "\(problem ?? "")")
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("the closed server still counts as running")
  }

  @Test func `a target with other data is refused, and left as it is`() async throws {
    defer { remove() }
    let mine = try await ServerWorld.open { $0.database = nil }
    _ = try await ServerBrowser.signUp(mine)
    let settings = try newDatabase()
    let other = try await ServerWorld.open { $0.database = settings }
    _ = try await ServerBrowser.signUp(other, "eve@example.org")
    var target = mine.configuration
    target.database = settings
    let run = migration(mine.configuration, target)
    #expect(await code { _ = try await run.run() } == "migration-occupied")
    #expect(try await other.stores.accounts.accounts(by: .operator).count == 1)
    // Nor does another server's migration go on with what this one has begun.
    target.database = try newDatabase()
    _ = try await migration(mine.configuration, target).run()
    let third = try await ServerWorld.open { $0.database = nil }
    #expect(
      await code { _ = try await migration(third.configuration, target).run() } == "migration-other"
    )
    await other.stores.close()
  }

  @Test func `a migration may be made again as long as no server has begun there`() async throws {
    let world = try await ServerWorld.open { $0.database = nil }
    let browser = try await ServerBrowser.signUp(world)
    var target = world.configuration
    target.database = try newDatabase()
    _ = try await migration(world.configuration, target).run()
    try await browser.addHabit("Read")
    let comparison = await code { _ = try await migration(world.configuration, target).compare() }
    #expect(comparison == "migration-different")
    _ = try await migration(world.configuration, target).run()
    _ = try await migration(world.configuration, target).compare()
  }

  @Test func `an operator hears that a database is waited for before that is over`() async throws {
    let world = try await ServerWorld.open { $0.database = nil }
    await world.stores.close()
    var target = world.configuration
    target.database = PostgreSQLSettings(connection: "host=/nowhere")
    let lines = SharedLocked<[String]>([])
    let migration = ServerMigration(
      source: MigrationEnd(world.configuration),
      target: MigrationEnd(target, patience: 1000),
      printLine: { line in lines.withLock { $0.append(line) } }
    )
    #expect(await code { _ = try await migration.run() } != nil)
    let said = lines.withLock { $0 }
    #expect(said == ["Connecting to the database, which has 1 second to answer."])
  }

  @Test func `there has to be something to move`() async throws {
    defer { remove() }
    let source = ServerConfiguration(dataFolder: folder)
    var target = source
    target.database = try newDatabase()
    #expect(await code { _ = try await migration(source, target).run() } == "migration-empty")
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}
