import JournalTesting
import Accounts
import Core
import Journals
import PostgreSQLJournal
import PostgreSQLTesting
import SQLiteJournal
import ServerStorage
import StoreTesting
import Testing

@testable import Migrating

/// A whole migration: its note among the accounts, and what a server may start with.
@Suite struct DataMigrationTests {
  /// One side: accounts and the spaces of a product.
  private struct Side {
    let accounts: OpenTables
    let journal: any SyncStore

    init(_ place: StorePlace, _ journal: any SyncStore) throws {
      accounts = try OpenTables(place, AccountStore.schema)
      self.journal = journal
    }

    /// Removes everything.
    func clear() async throws {
      try accounts.write { database in
        for table in try AccountStore.schema.tables().reversed() {
          try database.run("DELETE FROM \(table.name)")
        }
      }
      for space in try await journal.spaces() { try await journal.erase(space) }
    }

    func fill() async throws {
      try accounts.write { database in
        try database.run("INSERT INTO meta VALUES ('secret', ?)", .blob([1, 2, 3]))
        for number in 0..<3 {
          try database.run(
            """
            INSERT INTO accounts(id, email, email_key, password, role, created_at,
              password_changed_at) VALUES (?, ?, ?, '', 'member', 1, 2)
            """,
            .blob([UInt8(number)]),
            .text("p\(number)@example.org"),
            .text("p\(number)@example.org")
          )
          try database.run(
            "INSERT INTO spaces VALUES (?, 'streaks', ?, 3)",
            .blob([UInt8(number)]),
            .blob([UInt8(number), 7])
          )
        }
      }
      for number in 1...2 { try await Diary(journal: journal).write(3, to: Diary.space(number)) }
    }

    /// Writes what a server does at its first start.
    func fillSecret() throws {
      try accounts.write { try $0.run("INSERT INTO meta VALUES ('secret', ?)", .blob([9])) }
    }

    /// What a server would do that starts here; the error if it is not let in.
    func failureOfStart() throws -> StoreFailure? {
      do {
        try accounts.write { database in
          try MigrationMark.takeOver(database)
          throw Undone()
        }
      } catch is Undone {} catch let failure as StoreFailure { return failure }
      return nil
    }

    private struct Undone: Error {}
  }

  private func onEachPlace(
    _ body: (_ source: Side, _ target: Side) async throws -> Void
  ) async throws {
    try await withFolder { folder in
      try await body(
        try Side(.file("\(folder)/a.db"), MemoryJournal()),
        try Side(.file("\(folder)/b.db"), MemoryJournal())
      )
    }
    guard PostgreSQLCluster.isInstalled else { return }
    for isTarget in [true, false] {
      try await withDatabaseSpot { spot in
        let settings = try #require(spot.database)
        let file = try Side(
          .file("\(spot.folder)/a.db"),
          SQLiteJournal(path: "\(spot.folder)/spaces.db")
        )
        var own = settings
        own.namespace = "streaks"
        let database = try Side(.postgreSQL(settings), PostgreSQLJournal(own))
        try await body(isTarget ? file : database, isTarget ? database : file)
      }
    }
  }

  private func migration(
    _ source: Side,
    _ target: Side,
    _ wire: Tripwire = Tripwire(after: .max)
  ) throws -> DataMigration {
    let accounts = (
      source: TrippingStore(source.accounts, wire), target: TrippingStore(target.accounts, wire)
    )
    return DataMigration(
      to: "the target",
      accounts: accounts,
      tables: [
        try TableCopy(
          of: AccountStore.schema,
          from: accounts.source,
          to: accounts.target,
          where: ["meta": MigrationMark.others]
        )
      ],
      journals: [
        JournalCopy(
          of: "streaks",
          from: source.journal,
          to: TrippingJournal(target.journal, wire)
        )
      ]
    )
  }

  private func run(_ migration: DataMigration) async throws -> MigrationCounts {
    try await migration.begin()
    _ = try await migration.pass()
    let contents = try await migration.compare()
    try migration.finish()
    return contents
  }

  @Test func `it may be interrupted anywhere, and no server starts with a part`() async throws {
    try await onEachPlace { source, target in
      try await source.fill()
      var steps = 0
      while true {
        try await target.clear()
        let wire = Tripwire(after: steps)
        do { _ = try await run(migration(source, target, wire)) } catch {
          #expect(wire.hasTripped, "\(error)")
        }
        if wire.hasTripped, try target.failureOfStart() == nil {
          try await expectEmptyOrWhole(source, target, "after \(steps) steps")
        }
        let contents = try await run(migration(source, target))
        #expect(contents == MigrationCounts(rows: 7, spaces: 2, entries: 6))
        try await expectAlike(source.journal, target.journal)
        #expect(try target.failureOfStart() == nil)
        guard wire.hasTripped else { break }
        steps += 1
      }
      #expect(steps > 30)
    }
  }

  private func expectEmptyOrWhole(
    _ source: Side,
    _ target: Side,
    _ comment: Comment
  ) async throws {
    let accounts = try target.accounts.read { try $0.number("SELECT count(*) FROM accounts") }
    let spaces = try await target.journal.spaces()
    if accounts == 0, spaces.isEmpty { return }
    #expect(try await migration(source, target).compare().entries == 6, comment)
  }

  @Test func `what is half there is not served, and not moved on to a third place`() async throws {
    try await onEachPlace { source, target in
      try await source.fill()
      let begun = try migration(source, target)
      try await begun.begin()
      let failure = try #require(try target.failureOfStart())
      #expect(failure.message.contains("nothing is lost"))
      try target.fillSecret()
      try await withFolder { folder in
        let third = try Side(.file("\(folder)/c.db"), MemoryJournal())
        let error = await thrown(DomainError.self) { try await migration(target, third).begin() }
        #expect(error?.code == "migration-unfinished")
      }
      _ = try await run(begun)
      #expect(try target.failureOfStart() == nil)
    }
  }

  @Test func `only an empty target, or one that this server has begun with, is taken`()
    async throws
  {
    try await onEachPlace { source, target in
      try await source.fill()
      let move = try migration(source, target)
      #expect(
        await thrown(DomainError.self) { try move.requireBegun() }?.code == "migration-not-begun"
      )
      try await Diary(journal: target.journal).write(1, to: Diary.space(9))
      #expect(
        await thrown(DomainError.self) { try await move.begin() }?.code == "migration-occupied"
      )
      try await target.clear()
      try target.fillSecret()
      #expect(
        await thrown(DomainError.self) { try await move.begin() }?.code == "migration-occupied"
      )
      try await target.clear()
      _ = try await run(move)
      try move.requireBegun()
      // As long as no server has begun there, it may be made again.
      try await Diary(journal: source.journal).write(2, to: Diary.space(1))
      #expect(try await run(move).entries == 8)
      try source.accounts.write { try $0.run("UPDATE meta SET value = ?", .blob([4])) }
      #expect(await thrown(DomainError.self) { try await move.begin() }?.code == "migration-other")
      try source.accounts.write { try $0.run("DELETE FROM meta") }
      #expect(await thrown(DomainError.self) { try await move.begin() }?.code == "migration-empty")
    }
  }

  @Test func `what differs is named, and then it is not finished`() async throws {
    try await onEachPlace { source, target in
      try await source.fill()
      let move = try migration(source, target)
      try await move.begin()
      _ = try await move.pass()
      try source.accounts.write { try $0.run("UPDATE accounts SET role = 'administrator'") }
      try await Diary(journal: source.journal).write(1, to: Diary.space(2))
      let error = await thrown(DomainError.self) { try await move.compare() }
      #expect(error?.code == "migration-different")
      #expect(error?.message.contains("accounts, accounts: 3 rows") == true)
      #expect(error?.message.contains("streaks, space") == true)
      #expect(try target.failureOfStart() != nil)
    }
  }
}
