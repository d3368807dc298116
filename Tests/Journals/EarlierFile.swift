import Core
import Journals
import SQLite
import Testing

/// A journal's file as an earlier version of the schema has it.
struct EarlierFile {
  let database: Database
  private let version: Int

  /// The tables as the first version created them.
  private static let first = """
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

  /// What the third version added.
  private static let third = """
    ALTER TABLE facts RENAME COLUMN erasing TO erasure;
    CREATE INDEX facts_amendments ON facts(space, seq) WHERE kind = 'sync.amended';
    CREATE INDEX facts_erasures ON facts(space, entity) WHERE erasure = 1;
    CREATE TABLE sync_states(space INTEGER PRIMARY KEY, state BLOB NOT NULL) STRICT;
    CREATE TABLE sync_entries(
      space INTEGER NOT NULL,
      author INTEGER NOT NULL,
      number INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      alias INTEGER NOT NULL,
      position INTEGER,
      clock INTEGER,
      refusal TEXT,
      received INTEGER,
      tag INTEGER NOT NULL,
      floor INTEGER NOT NULL,
      PRIMARY KEY(space, author, number)) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX sync_entries_position ON sync_entries(space, position)
      WHERE position IS NOT NULL;
    CREATE INDEX sync_entries_seq ON sync_entries(space, seq) WHERE alias = 0;
    CREATE INDEX sync_entries_clock ON sync_entries(space, clock)
      WHERE alias = 0 AND clock IS NOT NULL;
    CREATE TABLE sync_made(
      space INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      boot INTEGER NOT NULL,
      milliseconds INTEGER NOT NULL,
      PRIMARY KEY(space, seq)) STRICT, WITHOUT ROWID;
    """

  /// What the fourth version added; here, in place of tables that are still empty.
  private static let fourth = """
    DROP TABLE facts;
    DROP TABLE sync_entries;
    CREATE TABLE terms(
      space INTEGER NOT NULL,
      sort INTEGER NOT NULL,
      key INTEGER NOT NULL,
      value ANY,
      PRIMARY KEY(space, sort, key)) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX terms_value ON terms(space, sort, value);
    CREATE TABLE facts(
      space INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      id BLOB NOT NULL,
      clock INTEGER NOT NULL,
      device INTEGER NOT NULL,
      kind INTEGER NOT NULL,
      version INTEGER NOT NULL,
      entity INTEGER,
      erasure INTEGER NOT NULL,
      form INTEGER,
      body BLOB,
      payload_hash BLOB NOT NULL,
      chain_hash BLOB NOT NULL,
      PRIMARY KEY(space, seq)) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX facts_id ON facts(id, space);
    CREATE INDEX facts_amendments ON facts(space, seq) WHERE kind = 0;
    CREATE INDEX facts_erasures ON facts(space, entity) WHERE erasure = 1;
    CREATE TABLE sync_numbers(
      space INTEGER NOT NULL,
      author INTEGER NOT NULL,
      number INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      alias INTEGER NOT NULL,
      position INTEGER,
      clock INTEGER,
      refusal TEXT,
      received INTEGER,
      tag INTEGER NOT NULL,
      floor INTEGER NOT NULL,
      PRIMARY KEY(space, author, number)) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX sync_numbers_position ON sync_numbers(space, position)
      WHERE position IS NOT NULL;
    CREATE INDEX sync_numbers_seq ON sync_numbers(space, seq) WHERE alias = 0;
    CREATE INDEX sync_numbers_clock ON sync_numbers(space, clock)
      WHERE alias = 0 AND clock IS NOT NULL;
    """

  /// What the fifth version added; here, in place of tables that are still empty.
  private static let fifth = """
    ALTER TABLE facts RENAME COLUMN clock TO reading;
    DROP TABLE sync_numbers;
    CREATE TABLE sync_numbers(
      space INTEGER NOT NULL,
      author INTEGER NOT NULL,
      number INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      alias INTEGER NOT NULL,
      position INTEGER,
      counts INTEGER,
      refusal TEXT,
      delay INTEGER,
      tag INTEGER NOT NULL,
      floor INTEGER NOT NULL,
      PRIMARY KEY(space, author, number)) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX sync_numbers_position ON sync_numbers(space, position)
      WHERE position IS NOT NULL;
    CREATE INDEX sync_numbers_seq ON sync_numbers(space, seq) WHERE alias = 0;
    CREATE TABLE sync_clocks(
      space INTEGER NOT NULL,
      device INTEGER NOT NULL,
      start INTEGER NOT NULL,
      steps BLOB NOT NULL,
      PRIMARY KEY(space, device, start)) STRICT, WITHOUT ROWID;
    """

  /// Makes a file with the spaces `home` and `work`, and the rows of `home`; in `work` is only an
  /// alarm.
  init(_ path: String, version: Int, facts: [FactRecord] = facts(1...5)) throws {
    self.version = version
    database = try Database(path: path, mode: .readWriteCreate)
    try database.keepLogOnClose()
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute(Self.first)
    for step in [Self.second, Self.third, Self.fourth, Self.fifth].prefix(version - 1) {
      try database.execute(step)
    }
    try database.setUserVersion(version)
    try database.execute("PRAGMA application_id = \(0x5472_6C73)")
    for space in [home, work] {
      let insert = try database.prepare("INSERT INTO spaces(id) VALUES (?)")
      try insert.bind(1, space.rawValue)
      try insert.run()
    }
    try database.execute("BEGIN")
    var chain = Digest.start
    for (place, fact) in facts.enumerated() {
      chain = Chain.next(after: chain, space: home, fact: fact)
      try insert(fact, place + 1, chain)
    }
    if version > 1 {
      let move = try database.prepare("UPDATE spaces SET head = ?, head_hash = ? WHERE key = 1")
      try move.bind(1, facts.count)
      try move.bind(2, chain.bytes)
      try move.run()
    }
    for case let entity? in facts.filter({ $0.payload == nil }).map(\.entity) {
      let mark = try database.prepare("INSERT OR IGNORE INTO erased VALUES (1, ?)")
      try mark.bind(1, entity.rawValue)
      try mark.run()
    }
    try database.execute("COMMIT")
    try database.execute(
      "INSERT INTO alarms(space, module, key, at) VALUES (2, 'streaks', 'a', -100)"
    )
  }

  /// Writes a row of `home` as that version did.
  func insert(_ fact: FactRecord, _ sequence: Int, _ chain: Digest) throws {
    if version >= 4 { return try insertTerms(fact, sequence, chain) }
    let erases = ["erases", "erasing", "erasure"][version - 1]
    let insert = try database.prepare(
      """
      INSERT INTO facts(space, seq, id, clock, device, kind, version, entity, \(erases), payload,
        payload_hash, chain_hash)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id, space) DO NOTHING
      """
    )
    try insert.bind(1, 1)
    try insert.bind(2, sequence)
    try insert.bind(3, fact.id.rawValue)
    try insert.bind(4, Int64(bitPattern: fact.stamp.clock.rawValue))
    try insert.bind(5, Int64(bitPattern: fact.stamp.device.rawValue))
    try insert.bind(6, fact.kind)
    try insert.bind(7, fact.version)
    try insert.bind(8, fact.entity?.rawValue)
    try insert.bind(9, fact.erases ? 1 : 0)
    try insert.bind(10, fact.payload)
    try insert.bind(11, fact.payloadHash.bytes)
    try insert.bind(12, chain.bytes)
    try insert.run()
  }

  // MARK: The fourth and the fifth version

  private func insertTerms(_ fact: FactRecord, _ sequence: Int, _ chain: Digest) throws {
    let insert = try database.prepare(
      """
      INSERT INTO facts(space, seq, id, \(version == 4 ? "clock" : "reading"), device, kind, version,
        entity, erasure, form, body, payload_hash, chain_hash)
      VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    )
    let parts = EarlierFile.parts(of: fact)
    let entity = try fact.entity.map { entity in
      try term(2) { try $0.bind($1, entity.rawValue) }
    }
    try insert.bind(1, sequence)
    try insert.bind(2, fact.id.rawValue)
    let start = version == 4 ? 0 : UInt64(truncatingIfNeeded: fact.id.rawValue >> 80) << 16
    try insert.bind(3, Int64(bitPattern: fact.stamp.clock.rawValue &- start))
    try insert.bind(4, try device(fact.stamp.device))
    try insert.bind(5, try term(1) { try $0.bind($1, fact.kind) })
    try insert.bind(6, fact.version)
    try insert.bind(7, entity)
    try insert.bind(8, fact.erases ? 1 : 0)
    try insert.bind(9, try parts.map { parts in try term(4) { try $0.bind($1, parts.form) } })
    try insert.bind(10, parts?.values ?? fact.payload)
    let isWhole = version == 4 || fact.payload == nil
    try insert.bind(11, isWhole ? fact.payloadHash.bytes : Array(fact.payloadHash.bytes.prefix(8)))
    try insert.bind(12, chain.bytes)
    try insert.run()
  }

  /// The number of a device in `home`.
  func device(_ device: DeviceID) throws -> Int64 {
    try term(3) { try $0.bind($1, Int64(bitPattern: device.rawValue)) }
  }

  private func term(_ sort: Int, _ bind: (Statement, Int) throws -> Void) throws -> Int64 {
    let add = try database.prepare(
      """
      INSERT INTO terms SELECT 1, ?1, (SELECT count(*) + 1 FROM terms WHERE sort = ?1), ?2
      WHERE NOT EXISTS (SELECT 1 FROM terms WHERE sort = ?1 AND value = ?2)
      """
    )
    try add.bind(1, sort)
    try bind(add, 2)
    try add.run()
    let find = try database.prepare("SELECT key FROM terms WHERE sort = ? AND value = ?")
    defer { find.reset() }
    try find.bind(1, sort)
    try bind(find, 2)
    _ = try find.step()
    return find.int64(0)
  }

  /// The form of a payload and its values, for payloads of some shapes.
  private static func parts(of fact: FactRecord) -> (form: [UInt8], values: [UInt8])? {
    guard let payload = fact.payload, payload.count < 128 else { return nil }
    let text = String(decoding: payload, as: UTF8.self)
    if let entity = fact.entity, text == #"{"habit":"\#(entity)","offset":60}"# {
      return (Array("{\"habit\":\"\u{3}\",\"offset\":\u{1}}".utf8), [120])
    }
    // All of it as one text.
    return text.contains("day") ? ([5], [UInt8(payload.count)] + payload) : nil
  }

  // MARK: Facts

  /// Facts of many shapes, some of them erased, with what a reader of that version would return.
  static func history(_ count: Int, seed: UInt64 = 1) -> [FactRecord] {
    var random = SplitMix64(seed: seed)
    return (1...count).map { number in
      let entity =
        [nil, run, read, EntityID(rawValue: UInt128(number % 40))].randomElement(
          using: &random
        ) ?? nil
      let texts = [
        #"{"day":"2026-03-\#(10 + number % 20)","entry":{"at":\#(number),"mark":"done","note":""}}"#,
        #"{"habit":"\#(entity ?? run)","offset":60}"#, #"{ "a" : \#(number)} "#, "{}", "",
        #"{"note":"\#(String(repeating: "é", count: number % 700))"}"#,
      ]
      let made = fact(number, about: entity, payload: texts.randomElement(using: &random))
      return entity == read ? made.erased() : made.hashed()
    }
  }
}
