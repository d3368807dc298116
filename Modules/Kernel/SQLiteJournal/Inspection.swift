import Core
import SQLite

/// Finds what is in a journal's file and should not be there, or is missing from it.
///
/// The hashes of rows are checked by `ChainReport`, and the pages of the file by SQLite; this
/// compares the tables with what they must be and with each other.
enum Inspection {
  /// All findings, in words that follow "The file is damaged:".
  static func findings(in database: Database) throws(SQLiteError) -> [String] {
    let pages = try database.integrityFindings()
    guard pages.isEmpty else { return pages }
    let schema = try SchemaShape(of: database).differences(from: try SchemaShape.expected())
    guard schema.isEmpty else { return schema.map(\.description) }
    return try heads(in: database) + rows(in: database)
  }

  /// The spaces whose rows do not end where the table of spaces says.
  private static func heads(in database: Database) throws(SQLiteError) -> [String] {
    let find = try database.prepare(
      """
      SELECT id FROM spaces
      WHERE head <> coalesce((SELECT max(seq) FROM facts WHERE space = spaces.key), 0)
        OR head_hash IS NOT (SELECT chain_hash FROM facts WHERE space = spaces.key AND seq = head)
      """
    )
    defer { find.reset() }
    var findings: [String] = []
    while try find.step() {
      guard let space = find.uint128(0) else { throw SQLiteError.damagedRow("a space's id") }
      findings.append("the rows of space \(SpaceID(rawValue: space)) do not end where they should")
    }
    return findings
  }

  /// Rows that belong to no space, and payloads that are gone although nothing erased them.
  private static func rows(in database: Database) throws(SQLiteError) -> [String] {
    var findings: [String] = []
    for table in Schema.tablesOfSpaces {
      let lost = try database.integer(
        "SELECT count(*) FROM \(table) WHERE space NOT IN (SELECT key FROM spaces)"
      )
      guard let lost, lost > 0 else { continue }
      let words = lost.counted("row of “\(table)” belongs", "rows of “\(table)” belong")
      findings.append("\(words) to no space")
    }
    let emptied = try database.integer(
      """
      SELECT count(*) FROM facts WHERE body IS NULL AND NOT EXISTS (
        SELECT 1 FROM terms JOIN erased ON erased.space = terms.space AND erased.entity = terms.value
        WHERE terms.space = facts.space AND sort = \(TermSort.entity.rawValue)
          AND terms.key = facts.entity)
      """
    )
    if let emptied, emptied > 0 {
      let words = emptied.counted(
        "entry has lost its contents although nothing erased it",
        "entries have lost their contents although nothing erased them"
      )
      findings.append(words)
    }
    return try findings + terms(in: database) + entries(in: database)
  }

  /// Rows that name terms which are not there.
  private static func terms(in database: Database) throws(SQLiteError) -> [String] {
    let named: [(TermSort, column: String, what: String)] = [
      (.kind, "kind", "kind"), (.entity, "entity", "habit or other thing"),
      (.device, "device", "device"), (.form, "form", "form"),
    ]
    var findings: [String] = []
    for (sort, column, what) in named {
      let lost = try database.integer(
        """
        SELECT count(*) FROM facts WHERE \(column) <> \(TermSort.amendment)
          AND (space, \(column)) NOT IN (
            SELECT space, key FROM terms WHERE sort = \(sort.rawValue) AND value IS NOT NULL)
        """
      )
      guard let lost, lost > 0 else { continue }
      findings.append("the \(what) of \(lost.counted("entry", "entries")) is not there")
    }
    return findings
  }

  /// Entries of the sync that stand for no row, cannot be read, or are there twice.
  private static func entries(in database: Database) throws(SQLiteError) -> [String] {
    let lost = try database.integer(
      """
      SELECT sum(length - (SELECT count(*) FROM facts
        WHERE space = runs.space AND seq >= runs.seq AND seq < runs.seq + length))
      FROM sync_runs AS runs
      """
    )
    var findings: [String] = []
    if let lost, lost != 0 {
      findings.append(lost.counted("sync entry has no fact", "sync entries have no fact"))
    }
    let unreadable = try unreadableRuns(in: database)
    if unreadable > 0 {
      findings.append("\(unreadable.counted("row")) of sync entries cannot be read")
    }
    for (column, order) in [("number", "space, author"), ("position", "space")]
    where try overlaps(column, by: order, in: database) {
      findings.append("two sync entries have the same \(column)")
    }
    return findings
  }

  private static func unreadableRuns(in database: Database) throws(SQLiteError) -> Int {
    let find = try database.prepare("SELECT \(EntryRun.columns) FROM sync_runs")
    defer { find.reset() }
    var count = 0
    while try find.step() {
      if (try? EntryRun(find, from: 0)) == nil { count += 1 }
    }
    return count
  }

  /// Whether a run begins before the end of the one before it, by one of their numbers.
  private static func overlaps(
    _ column: String,
    by owner: String,
    in database: Database
  ) throws(SQLiteError) -> Bool {
    let count = try database.integer(
      """
      SELECT count(*) FROM (
        SELECT \(column) - lag(\(column) + length) OVER (PARTITION BY \(owner) ORDER BY \(column)) AS gap
        FROM sync_runs WHERE \(column) IS NOT NULL) WHERE gap < 0
      """
    )
    return count ?? 0 > 0
  }
}
