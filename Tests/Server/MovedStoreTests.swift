import Accounts
import ArgumentParser
import Foundation
import HTTPTypes
import PostgreSQL
import PostgreSQLJournal
import PostgreSQLTesting
import SQLite
import ServerStorage
import Testing

@testable import Migrating
@testable import trellis_server

/// Nothing that a server keeps is left out of a migration.
@Suite struct MovedStoreTests {
  /// The files of a data folder that a server makes anew.
  private static let made: Set<String> = ["server.lock", "migration.lock"]
  /// The endings of files that belong to a database beside them.
  private static let companions = ["-wal", "-shm", ".lock", ".head"]

  @Test func `each file of a server is moved as a store, as a journal, or as it is`() async throws {
    let world = try await ServerWorld.open {
      $0.database = nil
      $0.products = ["streaks"]
      $0.takesTelemetry = true
    }
    let pair = try await FriendPair(world)
    _ = try await world.friends(.delete, "/posts/\(pair.post)", nil, pair.ada)
    _ = try await world.stores.accounts.eraseAccount("bob@example.org", by: .operator)
    let stores = MovedStore.all.map { $0.file(ServerData(path: "")).dropFirst() }
    let names = try FileManager.default.contentsOfDirectory(atPath: world.configuration.dataFolder)
    for name in names where !MovedStoreTests.companions.contains(where: name.hasSuffix) {
      let isMoved =
        stores.contains { $0 == name } || StoredFile(name)?.kind == .journal
        || FolderCopy.copies(name) || MovedStoreTests.made.contains(name)
      #expect(isMoved, "\(name) is in no list of what is moved")
    }
    for name in ["server.key", "erasures.log", "erased-friends.log"] {
      #expect(names.contains(name) && FolderCopy.copies(name), "\(name)")
    }
    for name in ["accounts.db", "telemetry.db", "spaces-streaks.db"] {
      #expect(!FolderCopy.copies(name), "\(name)")
    }
    await world.stores.close()
  }
  /// The tables of a product's journal, of either kind.
  ///
  /// Copied are what facts, heads, alarms and the sync consist of. Snapshots are made anew, only
  /// devices note when a fact was made, nobody repeats a command at another server, the
  /// readings that are taken are noted as entries are written, and the rest is each journal's own.
  private static let journal: Set<String> = [
    "spaces", "facts", "terms", "erased", "alarms", "sync_states", "sync_runs", "sync_numbers",
    "sync_clocks", "snapshots", "sync_made", "commands", "meta", "sqlite_sequence",
    "journal_identity", "journal_migrations",
  ]

  /// The tables that nodes share and that stay where they are.
  ///
  /// The ledgers are joined with the files, which are copied, and answers are kept for a day.
  private static let left = ["erasures": "lines", "answers": "answers"]

  /// The names of the tables that may be in a store's schema or file.
  private func tables(of namespace: String) throws -> Set<String> {
    if let table = MovedStoreTests.left[namespace] { return [table, "store_migrations"] }
    guard let store = MovedStore.all.first(where: { $0.schema.namespace == namespace }) else {
      return MovedStoreTests.journal
    }
    return Set(try store.schema.tables().map(\.name)).union(["store_migrations"])
  }

  @Test func `each table in a server's files is one that is moved`() async throws {
    let world = try await ServerWorld.open { $0.database = nil }
    let data = ServerData(path: world.configuration.dataFolder)
    let names = try data.storedFiles().map(\.name).filter {
      $0.hasSuffix(".db") && !FolderCopy.copies($0)
    }
    #expect(names.contains("accounts.db") && names.contains { $0.hasPrefix("spaces-") })
    for name in names {
      let database = try Database(path: "\(data.path)/\(name)", mode: .readOnly)
      let find = try database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      let known = try tables(of: name.replacing(".db", with: ""))
      while try find.step() { #expect(known.contains(find.text(0)), "\(find.text(0)) of \(name)") }
    }
    await world.stores.close()
  }

  @Test(.enabled(if: PostgreSQLCluster.isInstalled, PostgreSQLCluster.absence))
  func `each table in a server's database is one that is moved`() async throws {
    let settings = PostgreSQLSettings(connection: try PostgreSQLCluster.shared.get().newSchema())
    let world = try await ServerWorld.open { $0.database = settings }
    let session = try Connection(settings.connection, program: "test", timeout: 30_000)
    let find = PostgreSQL.Statement(
      "tables",
      """
      SELECT substr(schemaname, length(current_schema()) + 2), tablename FROM pg_tables
      WHERE schemaname LIKE current_schema() || '!_%' ESCAPE '!'
      """
    )
    let found = try session.run(find.alone)
    #expect(found.count > 100)
    for row in 0..<found.count {
      // A partition is a part of its table.
      let table = found.text(row, 1).replacing(#/_[0-9]+$/#, with: "")
      let known = try tables(of: found.text(row, 0))
      #expect(known.contains(table), "\(table) of \(found.text(row, 0)) is in no list")
    }
    await world.stores.close()
  }
}

/// The command that moves a server.
@Suite struct MigrateCommandTests {
  @Test func `it says how much is copied in words for one and for many`() {
    let one = MigrationCounts(rows: 1, spaces: 1, entries: 1)
    #expect(one.text == "1 entry of 1 space, and 1 other row")
    let many = MigrationCounts(rows: 0, spaces: 2, entries: 3)
    #expect(many.text == "3 entries of 2 spaces, and 0 other rows")
  }

  @Test func `it takes one place to move to`() throws {
    for words in [[], ["--to", "postgresql://db/t", "--to-files", "/srv"]] {
      #expect(throws: (any Error).self) { try MigrateCommand.parse(words) }
    }
    #expect(try MigrateCommand.parse(["--to", "postgresql://db/t", "--verify"]).verify)
    #expect(try MigrateCommand.parse(["--to-files", "/srv"]).toFiles == "/srv")
  }

  @Test(arguments: [
    ("postgresql://ada:s3cret@db/t", "postgresql://ada:...@db/t"),
    (
      "postgres://ada:s3:cr?t@one,two/t?sslmode=require",
      "postgres://ada:...@one,two/t?sslmode=require"
    ),
    (
      "postgresql://ada@db/t?password=s3cret&sslmode=require",
      "postgresql://ada@db/t?password=...&sslmode=require"
    ),
    ("host=db password='s3 cr\\'et' user=ada", "host=db password=... user=ada"),
    ("host=db password = s3cret user=ada", "host=db password = ... user=ada"),
    ("host=db password=s3&cr\\ et user=ada", "host=db password=... user=ada"),
    ("postgresql://ada@db/t", "postgresql://ada@db/t"),
  ])
  func `it shows no password`(_ address: String, _ shown: String) {
    #expect(DatabaseAddress.withoutPassword(address) == shown)
  }
}
