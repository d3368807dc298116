import Core
import Journals
import SQLite

/// Writes the rows of earlier versions anew, as this version has them.
///
/// Rows of versions 1 to 3 hold all of each fact (``EarlierRows``), those of version 4 refer to terms
/// and hold times and hashes whole (``RowLayout/wholeReadings``). Nothing about the facts changes,
/// so the chain stays as it is.
struct RowsMigration {
  /// The tables, with other columns or names than in all earlier versions.
  ///
  /// A program of an earlier version, which may be running, thus gets an error when it reads or
  /// writes.
  private static let tables = """
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
      reading INTEGER NOT NULL,
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

  private let database: Database
  private let source: Source
  private let writer: RowWriter

  /// - Throws: ``SQLiteError`` of the kind `damaged` for a row that no version has written.
  static func run(in database: Database) throws(SQLiteError) {
    let source: Source =
      try database.userVersion() == RowLayout.lastWithWholeReadings ? .terms : .wholeFacts
    try database.execute(source.begin)
    try database.execute(tables)
    let migration = try RowsMigration(database, source)
    try migration.copyRows()
    try migration.copyEntries()
    try database.execute(source.end)
  }

  private init(_ database: Database, _ source: Source) throws(SQLiteError) {
    self.database = database
    self.source = source
    writer = try RowWriter(database)
  }

  // MARK: Facts

  private func copyRows() throws(SQLiteError) {
    let find = try database.prepare("\(source.facts) FROM earlier_facts ORDER BY space, seq")
    defer { find.reset() }
    let terms = source == .terms ? try TermReader(database, table: "earlier_terms") : nil
    let reader = terms.map { RowReader($0, layout: .wholeReadings) }
    while try find.step() {
      let (space, sequence) = (find.int64(0), find.int(1))
      let name = "row \(sequence) of space \(space)"
      terms?.select(space)
      let found = if let reader { try reader.row(find, from: 1) } else { EarlierRows.row(find) }
      guard let row = found else { throw SQLiteError.damagedRow(name) }
      // A payload that cannot be put together has a form.
      guard row.fact.payload != [] || row.fact.isIntact else { throw SQLiteError.damagedRow(name) }
      writer.terms.select(space, since: 0)
      guard try writer.add(row.fact, at: sequence, chain: row.chainHash) else {
        throw SQLiteError.damaged("\(name) is there twice")
      }
    }
  }

  // MARK: The sync

  private func copyEntries() throws(SQLiteError) {
    let find = try database.prepare("\(source.entries) ORDER BY 1")
    defer { find.reset() }
    let sync = try SyncWriter(database, writer.terms)
    var last: Int64?
    while try find.step() {
      let (space, sequence) = (find.int64(0), find.int(1))
      if let last, last != space { try sync.noteReadings(in: last) }
      last = space
      guard let placed = try sync.fact(at: sequence, in: space) else {
        throw SQLiteError.damaged(
          "an entry of the sync stands for row \(sequence), which is not there"
        )
      }
      writer.terms.select(space, since: 0)
      try sync.write(RowsMigration.entry(find, placed.id), of: placed, in: space)
    }
    if let last { try sync.noteReadings(in: last) }
  }

  /// An entry with the columns of ``Source/entries``.
  private static func entry(_ found: Statement, _ fact: FactID) -> SyncEntry {
    let clock = found.isNull(6) ? nil : HybridTime(rawValue: UInt64(bitPattern: found.int64(6)))
    return SyncEntry(
      author: DeviceID(rawValue: UInt64(bitPattern: found.int64(2))),
      number: found.int(3),
      fact: fact,
      isAlias: found.int(4) != 0,
      position: found.isNull(5) ? nil : found.int(5),
      verdict: found.isNull(7) ? clock.map { .taken($0) } : .refused(found.text(7)),
      received: found.isNull(8) ? nil : Instant(milliseconds: found.int64(8)),
      tag: UInt64(bitPattern: found.int64(9)),
      floor: HybridTime(rawValue: UInt64(bitPattern: found.int64(10)))
    )
  }
}

extension RowsMigration {
  /// What the rows are read from.
  private enum Source {
    /// The tables of version 3.
    case wholeFacts
    /// The tables of version 4.
    case terms

    /// Makes room for the new tables.
    var begin: String {
      let facts = """
        DROP INDEX facts_id;
        DROP INDEX facts_amendments;
        DROP INDEX facts_erasures;
        ALTER TABLE facts RENAME TO earlier_facts;
        """
      return switch self {
      case .wholeFacts: facts
      case .terms:
        facts + """
          DROP INDEX terms_value;
          DROP INDEX sync_numbers_position;
          DROP INDEX sync_numbers_seq;
          DROP INDEX sync_numbers_clock;
          ALTER TABLE terms RENAME TO earlier_terms;
          ALTER TABLE sync_numbers RENAME TO earlier_numbers;
          """
      }
    }

    var end: String {
      switch self {
      case .wholeFacts: "DROP TABLE sync_entries; DROP TABLE earlier_facts;"
      case .terms:
        "DROP TABLE earlier_numbers; DROP TABLE earlier_facts; DROP TABLE earlier_terms;"
      }
    }

    /// Selects the space and then what is in a row.
    var facts: String {
      switch self {
      case .wholeFacts: "SELECT \(EarlierRows.columns(of: EarlierRows.lastVersion))"
      case .terms: "SELECT space, \(RowLayout.wholeReadings.columns)"
      }
    }

    /// Selects the entries of the sync.
    var entries: String {
      let columns = "number, alias, position, clock, refusal, received, tag, floor"
      return switch self {
      case .wholeFacts: "SELECT space, seq, author, \(columns) FROM sync_entries"
      case .terms:
        """
        SELECT entries.space, seq, terms.value, \(columns) FROM earlier_numbers AS entries
        JOIN earlier_terms AS terms ON terms.space = entries.space
          AND terms.sort = \(TermSort.device.rawValue) AND terms.key = entries.author
        """
      }
    }
  }
}
