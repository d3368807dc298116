import Core
import Journals
import SQLite
import Testing

@testable import SQLiteJournal

/// Rows of earlier versions become rows of this one, once and without a loss.
@Suite struct RowsMigrationTests {
  private func rows(of facts: [FactRecord]) -> [JournalRow] {
    var chain = Digest.start
    return facts.enumerated().map { place, fact in
      chain = Chain.next(after: chain, space: home, fact: fact)
      return JournalRow(sequence: place + 1, fact: fact, chainHash: chain)
    }
  }

  private func isWhole(_ path: String, _ facts: [FactRecord]) async throws {
    let journal = try SQLiteJournal(path: path)
    #expect(try await journal.all() == rows(of: facts))
    let erased = facts.filter { $0.payload == nil }.count
    let report = ChainReport(rows: facts.count, erased: erased, firstBroken: nil)
    #expect(try await journal.verify(home) == report)
    #expect(try await journal.findings() == [])
    #expect(try await journal.next() == -100)
  }

  @Test(arguments: 1...4)
  func `every row and every hash is as it was, and the file is smaller`(_ version: Int) async throws
  {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let facts = EarlierFile.history(900)
      _ = try EarlierFile(path, version: version, facts: facts).database.checkpoint(.truncate)
      let before = try readFile(path).count
      try await isWhole(path, facts)
      try await SQLiteJournal(path: path).checkpoint()
      let after = try readFile(path)
      #expect(after.count < before)
      #expect(try Database(path: path, mode: .readWrite).integer("PRAGMA freelist_count") == 0)
      #expect(!contains(after, "\"habit\":\"\(run)\""))
      #expect(!contains(after, "earlier_"))
      try await SQLiteJournal(path: path).add([fact(1000)], after: 900)
      try await isWhole(path, facts + [fact(1000).hashed()])
    }
  }

  /// Writes three entries as that version did: one of device 7, two of device -8.
  private func addEntries(to file: EarlierFile, version: Int) throws {
    let (theirs, mine): (Int64, Int64)
    if version >= 4 {
      theirs = try file.device(DeviceID(rawValue: 7))
      mine = try file.device(DeviceID(rawValue: UInt64(bitPattern: -8)))
    } else {
      (theirs, mine) = (7, -8)
    }
    // Since the fifth version as a distance from the fact's own reading.
    let own = Int64(bitPattern: fact(2).stamp.clock.rawValue)
    let clock = version >= 5 ? 2 - own : 2
    try file.database.execute(
      """
      INSERT INTO sync_states VALUES (1, x'0102');
      INSERT INTO \(version >= 4 ? "sync_numbers" : "sync_entries") VALUES
        (1, \(theirs), 1, 2, 0, 1, \(clock), NULL, 5, -6, 0),
        (1, \(mine), 1, 3, 0, NULL, NULL, NULL, NULL, 0, 4),
        (1, \(mine), 2, 2, 1, 2, NULL, 'late', 5, 6, 0);
      INSERT INTO sync_made VALUES (1, 3, 9, 10);
      """
    )
    guard version >= 5 else { return }
    try file.database.execute(
      "INSERT INTO sync_clocks VALUES (1, \(theirs), \(Int64.min + 2), x'')"
    )
  }

  @Test(arguments: 3...5) func `how a space is synchronized is kept`(_ version: Int) async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      try addEntries(to: try EarlierFile(path, version: version), version: version)
      let journal = try SQLiteJournal(path: path)
      #expect(try await journal.syncState(of: home) == [1, 2])
      let mine = DeviceID(rawValue: UInt64(bitPattern: -8))
      #expect(
        try await journal.entries(in: home, of: mine, after: 0, limit: 9) == [
          SyncEntry(author: mine, number: 1, fact: fact(3).id, floor: HybridTime(rawValue: 4)),
          SyncEntry(
            author: mine,
            number: 2,
            fact: fact(2).id,
            isAlias: true,
            position: 2,
            verdict: .refused("late"),
            received: Instant(milliseconds: 5),
            tag: 6
          ),
        ]
      )
      #expect(
        try await journal.entries(in: home, after: 0, limit: 1) == [
          SyncEntry(
            author: DeviceID(rawValue: 7),
            number: 1,
            fact: fact(2).id,
            position: 1,
            verdict: .taken(HybridTime(rawValue: 2)),
            received: Instant(milliseconds: 5),
            tag: UInt64(bitPattern: -6)
          )
        ]
      )
      let stamp = HybridTimestamp(clock: HybridTime(rawValue: 2), device: DeviceID(rawValue: 7))
      let later = HybridTimestamp(clock: HybridTime(rawValue: 3), device: DeviceID(rawValue: 7))
      #expect(try await journal.taken([stamp, later], in: home) == [stamp])
      #expect(try await journal.bootTimes(of: [fact(3).id], in: home).count == 1)
      #expect(try await journal.findings() == [])
    }
  }

  @Test(arguments: [
    (
      3,
      [
        "SELECT payload FROM facts", "SELECT author FROM sync_entries",
        "UPDATE facts SET payload = NULL", "DELETE FROM sync_entries WHERE space = 1",
        "INSERT INTO sync_entries VALUES (1, 7, 1, 2, 0, 1, 2, NULL, 5, -6, 0)",
      ]
    ),
    (
      4,
      [
        "SELECT seq, clock FROM facts", "SELECT entries.clock FROM sync_numbers AS entries",
        "SELECT 1 FROM sync_numbers INDEXED BY sync_numbers_clock "
          + "WHERE space = 1 AND alias = 0 AND clock = 2",
        "INSERT INTO sync_numbers(space, author, number, seq, alias, clock, received, tag, floor) "
          + "VALUES (1, 1, 1, 1, 0, 1, 1, 1, 1)",
      ]
    ),
  ])
  func `a program of an earlier version that still runs gets errors`(
    _ version: Int,
    _ sql: [String]
  ) async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let old = try EarlierFile(path, version: version)
      let statements = try sql.map { try old.database.prepare($0) }
      try old.insert(fact(6), 6, .start)
      try old.database.execute("DELETE FROM facts WHERE seq = 6")
      _ = try SQLiteJournal(path: path)
      #expect(throws: SQLiteError.self) { try old.insert(fact(6), 6, .start) }
      for statement in statements {
        #expect(throws: SQLiteError.self, "\(statement.sql)") { try statement.run() }
      }
      try await isWhole(path, facts(1...5).map { $0.hashed() })
    }
  }

  @Test func `a program of the fifth version that still runs cannot write entries`() throws {
    try withFolder { folder in
      let path = "\(folder)/journal.db"
      let old = try EarlierFile(path, version: 5)
      let write = try old.database.prepare(
        "INSERT INTO sync_numbers VALUES (1, 1, 9, 5, 0, NULL, NULL, NULL, NULL, 0, 0)"
      )
      _ = try SQLiteJournal(path: path)
      #expect(throws: SQLiteError.self) { try write.run() }
    }
  }

  @Test func `consecutive entries of the fifth version become one row`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let file = try EarlierFile(path, version: 5, facts: facts(1...3000))
      let mine = try file.device(DeviceID(rawValue: 9))
      try file.database.execute(
        """
        WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000)
        INSERT INTO sync_numbers SELECT 1, \(mine), n, n, 0, n, n % 2, NULL, 5, n, n FROM numbers;
        INSERT INTO sync_states VALUES (1, x'01');
        """
      )
      let journal = try SQLiteJournal(path: path)
      let found = try await journal.entries(in: home, after: 0, limit: 5000)
      let expected = facts(1...3000).enumerated().map { place, fact in
        let clock = HybridTime(rawValue: fact.stamp.clock.rawValue + UInt64((place + 1) % 2))
        return SyncEntry(
          author: DeviceID(rawValue: 9),
          number: place + 1,
          fact: fact.id,
          position: place + 1,
          verdict: .taken(clock),
          received: Instant(milliseconds: 5),
          tag: UInt64(place + 1),
          floor: HybridTime(rawValue: UInt64(place + 1))
        )
      }
      #expect(found == expected)
      let database = try Database(path: path, mode: .readWrite)
      #expect(try database.integer("SELECT count(*) FROM sync_runs") == 47)
      #expect(try await journal.findings() == [])
    }
  }

  @Test func `what somebody has changed stays visible`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let database = try EarlierFile(path, version: 3, facts: EarlierFile.history(50)).database
      try database.execute("UPDATE facts SET payload = x'7B7D' WHERE seq = 30")
      let journal = try SQLiteJournal(path: path)
      #expect(try await journal.verify(home).firstBroken == 30)
      #expect(try await journal.all().count == 50)
    }
  }

  @Test(arguments: [
    "UPDATE facts SET id = x'01' WHERE seq = 3",
    "UPDATE facts SET entity = x'01' WHERE seq = 3",
    "UPDATE facts SET chain_hash = x'01' WHERE seq = 3",
    "DROP INDEX facts_id; UPDATE facts SET id = (SELECT id FROM facts WHERE seq = 2) WHERE seq = 3; "
      + "CREATE INDEX facts_id ON facts(id, space)",
  ])
  func `a row that no version wrote is left to the doctor`(_ sql: String) async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let database = try EarlierFile(path, version: 3).database
      try database.execute(sql)
      let error = await trouble { _ = try SQLiteJournal(path: path) }
      #expect(error?.code == .damaged)
      #expect(error?.detail.contains("row 3 of space 1") == true)
      #expect(try database.userVersion() == 3)
      #expect(try database.integer("SELECT count(*) FROM facts") == 5)
      let report = try await JournalDoctor.mend(path) { _ in true }
      #expect(report.kept >= 4)
      #expect(try await SQLiteJournal(path: path).findings() == [])
    }
  }

  // MARK: Interruptions

  /// A process that ends in the middle leaves a part of what it wrote to the log; the migration writes
  /// nowhere else until all of it is in the log.
  @Test(arguments: 3...5)
  func `whatever was written before the end, all rows are there`(_ version: Int) async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let facts = EarlierFile.history(150, seed: 2)
      let database = try EarlierFile(path, version: version, facts: facts).database
      _ = try database.checkpoint(.truncate)
      let before = try readFile(path)
      try database.execute("PRAGMA wal_autocheckpoint = 0")
      try Schema.migrate(database, from: version)
      try Schema.pack(database)
      let log = try readFile(path + "-wal")
      #expect(try readFile(path) == before)
      let frames = (log.count - 32) / 4120
      try #require(frames > 30)
      var versions: Set<Int> = []
      for frame in 0...frames {
        for more in [0, 1000] where 32 + frame * 4120 + more <= log.count {
          let copy = "\(folder)/copy\(frame)-\(more).db"
          try writeFile(copy, before)
          try writeFile(copy + "-wal", Array(log[..<(32 + frame * 4120 + more)]))
          versions.insert(try Database(path: copy, mode: .readWrite).userVersion())
          try await isWhole(copy, facts)
        }
      }
      #expect(versions == [version, 6])
    }
  }

  @Test func `a disk that is full changes nothing, until there is room`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let facts = EarlierFile.history(150, seed: 3)
      _ = try EarlierFile(path, version: 3, facts: facts).database.checkpoint(.truncate)
      let before = try readFile(path)
      var refused = 0
      for pages in stride(from: before.count / 4096, to: 10_000, by: 3) {
        let database = try Database(path: path, mode: .readWrite)
        try Schema.makeDurable(database)
        try database.execute("PRAGMA max_page_count = \(pages)")
        do throws(SQLiteError) {
          try Schema.migrate(database, from: 3)
          break
        } catch {
          refused += 1
          #expect(ErrorTranslation.from(error, path).code == .full)
          #expect(try database.userVersion() == 3)
          #expect(try readFile(path) == before)
        }
      }
      #expect(refused > 3)
      try await isWhole(path, facts)
    }
  }

  @Test func `a file that could not be made smaller is made so the next time`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let facts = EarlierFile.history(300)
      let database = try EarlierFile(path, version: 3, facts: facts).database
      try Schema.migrate(database, from: 3)
      #expect(try Schema.mustPack(database))
      try #require(try database.integer("PRAGMA freelist_count") ?? 0 > 10)
      try await isWhole(path, facts)
      #expect(try !Schema.mustPack(database))
      #expect(try database.integer("PRAGMA freelist_count") == 0)
    }
  }

  // MARK: Backups

  @Test(arguments: 1...5)
  func `a backup of an earlier version is restored, and loses what is erased`(
    _ version: Int
  ) async throws {
    try await withFolder { folder in
      let (older, path) = ("\(folder)/older.db", "\(folder)/journal.db")
      let facts = EarlierFile.history(60).filter { $0.payload != nil }
      let database = try EarlierFile(older, version: version, facts: facts).database
      _ = try database.checkpoint(.truncate)
      try database.execute("PRAGMA journal_mode = DELETE")
      let before = try readFile(older)
      let report = try await SQLiteJournal.restore(from: older, to: path)
      #expect(report.facts == facts.count)
      try await isWhole(path, facts)
      #expect(try Database(path: path, mode: .readWrite).integer("PRAGMA freelist_count") == 0)

      let journal = try SQLiteJournal(path: path)
      try journal.backup(to: "\(folder)/same.db")
      #expect(try SQLiteJournal.hasErased(in: "\(folder)/same.db", since: older) == false)
      try await journal.add([fact(999, about: run, erases: true)], after: facts.count)
      try journal.backup(to: "\(folder)/newer.db")
      #expect(try SQLiteJournal.hasErased(in: "\(folder)/newer.db", since: older))
      try SQLiteJournal.copyBackup(
        older,
        to: "\(folder)/copy.db",
        erasingLike: "\(folder)/newer.db"
      )
      let copied = try await SQLiteJournal(path: "\(folder)/copy.db").all()
      #expect(copied.allSatisfy { ($0.fact.payload == nil) == ($0.fact.entity == run) })
      #expect(copied.map(\.chainHash) == rows(of: facts).map(\.chainHash))
      #expect(try readFile(older) == before)
    }
  }
}
