import Core
import Journals
import SQLite

/// Writes the rows of earlier versions anew, as this version has them.
///
/// Rows of versions 1 to 3 hold all of each fact (``EarlierRows``), those of version 4 refer to terms
/// and hold times and hashes whole (``RowLayout/wholeReadings``), and of version 5 only the entries of
/// the sync differ, which have a row each. Nothing about the facts changes, so the chain stays as it
/// is.
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
    CREATE TABLE sync_clocks(
      space INTEGER NOT NULL,
      device INTEGER NOT NULL,
      start INTEGER NOT NULL,
      steps BLOB NOT NULL,
      PRIMARY KEY(space, device, start)) STRICT, WITHOUT ROWID;
    """

  /// The table of the entries of the sync (``EntryRun``).
  ///
  /// A program of version 5 that is running gets an error when it writes entries. What it can write,
  /// facts, has not changed.
  private static let entries = """
    CREATE TABLE sync_runs(
      space INTEGER NOT NULL,
      author INTEGER NOT NULL,
      number INTEGER NOT NULL,
      length INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      alias INTEGER NOT NULL,
      position INTEGER,
      details BLOB NOT NULL,
      PRIMARY KEY(space, author, number)) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX sync_runs_position ON sync_runs(space, position) WHERE position IS NOT NULL;
    CREATE INDEX sync_runs_seq ON sync_runs(space, seq) WHERE alias = 0;
    """

  private let database: Database
  private let source: Source
  private let writer: RowWriter

  /// - Throws: ``SQLiteError`` of the kind `damaged` for a row that no version has written.
  static func run(in database: Database) throws(SQLiteError) {
    let source = Source(version: try database.userVersion())
    try database.execute(source.begin)
    if source != .numbers { try database.execute(tables) }
    try database.execute(entries)
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
    guard let columns = source.facts else { return }
    let find = try database.prepare("\(columns) FROM earlier_facts ORDER BY space, seq")
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

  /// The number of entries that are in memory before they are written.
  private static let mostAdded = 1000

  private func copyEntries() throws(SQLiteError) {
    let find = try database.prepare("\(source.entries) ORDER BY 1, 3, 4")
    defer { find.reset() }
    let sync = try SyncWriter(database, writer.terms)
    var (last, added) = (Int64?.none, 0)
    while try find.step() {
      let (space, sequence) = (find.int64(0), find.int(1))
      if let last, last != space || added == RowsMigration.mostAdded {
        try sync.writeEntries(in: last)
        added = 0
      }
      (last, added) = (space, added + 1)
      guard let placed = try sync.fact(at: sequence, in: space) else {
        throw SQLiteError.damaged(
          "a sync entry stands for row \(sequence), which is not there"
        )
      }
      writer.terms.select(space, since: 0)
      try sync.add(entry(find, placed), of: placed)
    }
    if let last { try sync.writeEntries(in: last) }
  }

  /// An entry with the columns of ``Source/entries``.
  private func entry(_ found: Statement, _ placed: SyncWriter.PlacedFact) -> SyncEntry {
    let clock = found.isNull(6) ? nil : source.clock(found.int64(6), of: placed)
    return SyncEntry(
      author: DeviceID(rawValue: UInt64(bitPattern: found.int64(2))),
      number: found.int(3),
      fact: placed.id,
      isAlias: found.int(4) != 0,
      position: found.isNull(5) ? nil : found.int(5),
      verdict: found.isNull(7) ? clock.map { .taken($0) } : .refused(found.text(7)),
      received: found.isNull(8) ? nil : source.received(found.int64(8), placed.id),
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
    /// The tables of version 5, in which only the entries of the sync differ.
    case numbers

    init(version: Int) {
      self =
        switch version {
        case RowLayout.lastWithWholeReadings: .terms
        case RowLayout.lastWithWholeReadings + 1: .numbers
        default: .wholeFacts
        }
    }

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
      case .numbers:
        """
        DROP INDEX sync_numbers_position;
        DROP INDEX sync_numbers_seq;
        ALTER TABLE sync_numbers RENAME TO earlier_numbers;
        """
      }
    }

    var end: String {
      switch self {
      case .wholeFacts: "DROP TABLE sync_entries; DROP TABLE earlier_facts;"
      case .terms:
        "DROP TABLE earlier_numbers; DROP TABLE earlier_facts; DROP TABLE earlier_terms;"
      case .numbers: "DROP TABLE earlier_numbers;"
      }
    }

    /// Selects the space and then what is in a row; nil if rows stay as they are.
    var facts: String? {
      switch self {
      case .wholeFacts: "SELECT \(EarlierRows.columns(of: EarlierRows.lastVersion))"
      case .terms: "SELECT space, \(RowLayout.wholeReadings.columns)"
      case .numbers: nil
      }
    }

    /// Selects the entries of the sync.
    var entries: String {
      switch self {
      case .wholeFacts:
        """
        SELECT space, seq, author, number, alias, position, clock, refusal, received, tag, floor
        FROM sync_entries
        """
      case .terms: entries("clock, refusal, received", terms: "earlier_terms")
      case .numbers: entries("counts, refusal, delay", terms: "terms")
      }
    }

    private func entries(_ verdict: String, terms: String) -> String {
      """
      SELECT entries.space, seq, terms.value, number, alias, position, \(verdict), tag, floor
      FROM earlier_numbers AS entries
      JOIN \(terms) AS terms ON terms.space = entries.space
        AND terms.sort = \(TermSort.device.rawValue) AND terms.key = entries.author
      """
    }

    /// The clock reading behind the number in an entry.
    func clock(_ stored: Int64, of fact: SyncWriter.PlacedFact) -> HybridTime {
      self == .numbers
        ? fact.clock.advanced(by: stored) : HybridTime(rawValue: UInt64(bitPattern: stored))
    }

    /// The time of receipt behind the number in an entry.
    func received(_ stored: Int64, _ fact: FactID) -> Instant {
      self == .numbers ? fact.instant(at: stored) : Instant(milliseconds: stored)
    }
  }
}
