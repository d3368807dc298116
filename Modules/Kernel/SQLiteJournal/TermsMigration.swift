import Core
import Journals
import SQLite

/// Migrates rows that hold all of each fact (``EarlierRows``) to rows that refer to terms.
///
/// Nothing about the facts changes, so the hashes of all rows stay as they are.
enum TermsMigration {
  /// Creates the tables of facts and of the sync's entries with new columns and names.
  ///
  /// A program of an earlier version, which may be running, thus gets an error when it reads or
  /// writes.
  private static let begin = """
    DROP INDEX facts_id;
    DROP INDEX facts_amendments;
    DROP INDEX facts_erasures;
    ALTER TABLE facts RENAME TO earlier_facts;
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

  private static let end = """
    INSERT INTO sync_numbers
      SELECT entries.space, terms.key, number, seq, alias, position, clock, refusal, received, tag,
        floor
      FROM sync_entries AS entries JOIN terms ON terms.space = entries.space
        AND terms.sort = \(TermSort.device.rawValue) AND terms.value = entries.author;
    DROP TABLE sync_entries;
    DROP TABLE earlier_facts;
    """

  /// - Throws: ``SQLiteError`` of the kind `damaged` for a row that no version has written.
  static func run(in database: Database) throws(SQLiteError) {
    try database.execute(begin)
    let writer = try RowWriter(database)
    try copyRows(in: database, to: writer)
    try nameAuthors(in: database, writer.terms)
    try database.execute(end)
  }

  private static func copyRows(
    in database: Database,
    to writer: RowWriter
  ) throws(SQLiteError) {
    let find = try database.prepare(
      """
      SELECT \(EarlierRows.columns(of: EarlierRows.lastVersion)) FROM earlier_facts
      ORDER BY space, seq
      """
    )
    defer { find.reset() }
    while try find.step() {
      let row = "row \(find.int64(1)) of space \(find.int64(0))"
      guard let fact = EarlierRows.record(find), let chain = EarlierRows.chain(find) else {
        throw SQLiteError.damagedRow(row)
      }
      writer.terms.select(find.int64(0), since: 0)
      guard try writer.add(fact, at: find.int(1), chain: chain) else {
        throw SQLiteError.damaged("\(row) is there twice")
      }
    }
  }

  private static func nameAuthors(
    in database: Database,
    _ terms: TermWriter
  ) throws(SQLiteError) {
    let find = try database.prepare("SELECT DISTINCT space, author FROM sync_entries")
    defer { find.reset() }
    while try find.step() {
      terms.select(find.int64(0), since: 0)
      _ = try terms.number(of: DeviceID(rawValue: UInt64(bitPattern: find.int64(1))))
    }
  }
}
