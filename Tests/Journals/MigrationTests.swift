import Core
import Journals
import SQLite
import SQLiteJournal
import Testing

/// Files of earlier versions are migrated, or left unchanged.
@Suite struct MigrationTests {
  /// The tables as the first version created them.
  private static let firstSchema = """
    CREATE TABLE meta(name TEXT PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE spaces(
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      id BLOB NOT NULL UNIQUE,
      last_erasure INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE facts(
      space INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      id BLOB NOT NULL,
      clock INTEGER NOT NULL,
      device INTEGER NOT NULL,
      kind TEXT NOT NULL,
      version INTEGER NOT NULL,
      entity BLOB,
      erases INTEGER NOT NULL,
      payload BLOB,
      payload_hash BLOB NOT NULL,
      chain_hash BLOB NOT NULL,
      PRIMARY KEY(space, seq)) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX facts_id ON facts(id, space);
    CREATE TABLE erased(
      space INTEGER NOT NULL,
      entity BLOB NOT NULL,
      PRIMARY KEY(space, entity)) STRICT, WITHOUT ROWID;
    CREATE TABLE snapshots(
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      space INTEGER NOT NULL,
      set_id INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      chain_hash BLOB NOT NULL,
      bytes BLOB NOT NULL,
      bytes_hash BLOB NOT NULL,
      UNIQUE(space, set_id)) STRICT;
    CREATE TABLE alarms(
      space INTEGER NOT NULL,
      module TEXT NOT NULL,
      key TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY(space, module, key)) STRICT, WITHOUT ROWID;
    CREATE INDEX alarms_at ON alarms(at, space, module, key);
    """

  private static let firstInsert = """
    INSERT INTO facts(space, seq, id, clock, device, kind, version, entity, erases, payload,
      payload_hash, chain_hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id, space) DO NOTHING
    """

  /// A file of the first version: five rows in `home`, only an alarm in `work`.
  private func makeFirst(_ path: String) throws -> Database {
    let database = try Database(path: path, mode: .readWriteCreate)
    try database.keepLogOnClose()
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute(Self.firstSchema)
    try database.setUserVersion(1)
    try database.execute("PRAGMA application_id = \(0x5472_6C73)")
    for space in [home, work] {
      let insert = try database.prepare("INSERT INTO spaces(id) VALUES (?)")
      try insert.bind(1, space.rawValue)
      try insert.run()
    }
    var chain = Digest.start
    for fact in facts(1...5) {
      chain = Chain.next(after: chain, space: home, fact: fact)
      try insert(fact, Int(fact.id.rawValue), chain, into: database)
    }
    try database.execute("INSERT INTO alarms VALUES (2, 'streaks', 'a', -100)")
    return database
  }

  /// Writes a row of `home` as the first version did.
  private func insert(
    _ fact: FactRecord,
    _ sequence: Int,
    _ chain: Digest,
    into database: Database
  ) throws {
    let insert = try database.prepare(Self.firstInsert)
    try insert.bind(1, 1)
    try insert.bind(2, sequence)
    try insert.bind(3, fact.id.rawValue)
    try insert.bind(4, Int64(bitPattern: fact.stamp.clock.rawValue))
    try insert.bind(5, Int64(bitPattern: fact.stamp.device.rawValue))
    try insert.bind(6, fact.kind)
    try insert.bind(7, fact.version)
    try insert.bind(8, fact.entity?.rawValue)
    try insert.bind(9, 0)
    try insert.bind(10, fact.payload)
    try insert.bind(11, fact.payloadHash.bytes)
    try insert.bind(12, chain.bytes)
    try insert.run()
  }

  /// What the second version added.
  private static let second = """
    ALTER TABLE spaces ADD COLUMN head INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE spaces ADD COLUMN head_hash BLOB;
    UPDATE spaces SET
      head = coalesce((SELECT max(seq) FROM facts WHERE space = spaces.key), 0),
      head_hash = (
        SELECT chain_hash FROM facts WHERE space = spaces.key ORDER BY seq DESC LIMIT 1);
    ALTER TABLE alarms ADD COLUMN claimed_until INTEGER;
    ALTER TABLE facts RENAME COLUMN erases TO erasing;
    """

  @Test func `a file of the second version is brought up to date`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let database = try makeFirst(path)
      try database.execute(Self.second)
      try database.setUserVersion(2)
      let journal = try SQLiteJournal(path: path)
      #expect(try database.userVersion() == 3)
      #expect(try await journal.verify(home) == ChainReport(rows: 5, erased: 0, firstBroken: nil))
      #expect(try await journal.findings() == [])
      // A program of that version may still run: it would take refused facts for facts.
      #expect(throws: SQLiteError.self) { try database.execute("UPDATE facts SET erasing = 0") }
      #expect(try await journal.add([fact(6)], after: 5) == 6)
    }
  }

  @Test func `a file of the first version is brought up to date`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let database = try makeFirst(path)
      let journal = try SQLiteJournal(path: path)
      #expect(try database.userVersion() == 3)
      let ends = try database.prepare("SELECT head, head_hash FROM spaces ORDER BY key")
      #expect(try ends.step())
      #expect(ends.int(0) == 5)
      #expect(try await ends.blob(1) == journal.all().last?.chainHash.bytes)
      #expect(try ends.step())
      #expect(ends.int(0) == 0)
      #expect(ends.isNull(1))
      ends.reset()
      #expect(try await journal.verify(home) == ChainReport(rows: 5, erased: 0, firstBroken: nil))
      #expect(try await journal.findings() == [])
      #expect(try await journal.all().map(\.fact.id.rawValue) == [1, 2, 3, 4, 5])
      // It continues where it was.
      #expect(try await journal.add([fact(6)], after: 5) == 6)
      #expect(try await journal.add([fact(1)], to: work, after: 0) == 1)
      #expect(try await journal.verify(home).firstBroken == nil)
      #expect(try await journal.next() == -100)
      #expect(try await journal.claim(at: -100, until: 0).map(\.key) == ["a"])
      #expect(try await journal.claim(at: -100, until: 0).isEmpty)
    }
  }

  @Test func `what cannot be brought up to date is left as it was`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let database = try makeFirst(path)
      // Prevents the second of several steps.
      try database.execute("ALTER TABLE spaces ADD COLUMN head_hash BLOB")
      #expect(await trouble { _ = try SQLiteJournal(path: path) } != nil)
      #expect(try database.userVersion() == 1)
      let columns = "SELECT group_concat(name) FROM pragma_table_info('spaces')"
      #expect(try database.text(columns) == "key,id,last_erasure,head_hash")
      #expect(try database.integer("SELECT count(*) FROM facts") == 5)
      try database.execute("ALTER TABLE spaces DROP COLUMN head_hash")
      let journal = try SQLiteJournal(path: path)
      #expect(try await journal.verify(home) == ChainReport(rows: 5, erased: 0, firstBroken: nil))
    }
  }

  @Test func `a program of the first version that still runs can write no more`() async throws {
    try await withFolder { folder in
      let path = "\(folder)/journal.db"
      let old = try makeFirst(path)
      let journal = try SQLiteJournal(path: path)
      // The old version knows no heads: what it wrote would be missing for all others.
      #expect(throws: SQLiteError.self) { try insert(fact(6), 6, .start, into: old) }
      #expect(try await journal.all().count == 5)
      #expect(try await journal.add([fact(6)], after: 5) == 6)
    }
  }
}
