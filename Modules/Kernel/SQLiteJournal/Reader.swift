import Core
import Journals
import SQLite

/// The connection that reads while another one writes; used by one thread at a time.
final class Reader {
  private let path: String
  let database: Database
  private let begin: Statement
  private let end: Statement
  private let findSpace: Statement
  private let findRows: Statement
  private let findFact: Statement
  private let rowReader: RowReader

  var terms: TermReader { rowReader.terms }

  /// Opens a file that ``Writer`` has verified to be a journal.
  init(path: String, timeout: Int) throws(JournalError) {
    self.path = path
    let opened = try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      let opened = try Reader.database(path, timeout)
      // A space is read once and then held in memory: SQLite need not cache its pages, which the
      // system caches too.
      try opened.execute(
        "PRAGMA query_only = ON; PRAGMA cell_size_check = ON; PRAGMA cache_size = -128"
      )
      opened.countLogPages()
      return opened
    }
    database = opened
    (begin, end, findSpace) = try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      (
        try opened.prepare("BEGIN"), try opened.prepare("COMMIT"),
        try opened.prepare("SELECT key, head FROM spaces WHERE id = ?")
      )
    }
    (findRows, findFact, rowReader) = try ErrorTranslation.translated(path) {
      () throws(SQLiteError) in
      (
        try opened.prepare(
          """
          SELECT \(RowLayout.current.columns) FROM facts WHERE space = ? AND seq > ?
          ORDER BY seq LIMIT ?
          """
        ),
        try opened.prepare("SELECT 1 FROM facts WHERE space = ? AND id = ?"),
        RowReader(try TermReader(opened))
      )
    }
  }

  /// Opens the file, also where neither it nor anything beside it may be written.
  static func database(_ path: String, _ timeout: Int) throws(SQLiteError) -> Database {
    do throws(SQLiteError) {
      let database = try Database(path: path, mode: .readWrite, busyTimeout: timeout)
      try database.keepLogOnClose()
      // Opening it touches nothing yet; SQLite needs the files beside it only now.
      _ = try database.userVersion()
      return database
    } catch {
      guard [.cannotOpen, .readOnly, .full, .io].contains(error.kind) else { throw error }
      return try Database.openUntouched(path)
    }
  }

  /// Whether a journal has the schema of this version, so that it can be read without a migration.
  ///
  /// - Throws: ``JournalError`` for a file that is not a journal, a newer one, or one that lacks
  ///   its last entry.
  static func isCurrent(_ path: String) throws(JournalError) -> Bool {
    let kept = KeptHead(beside: path)
    let database = try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      try Reader.database(path, 1000)
    }
    guard try Schema.identify(database, path) == Schema.version else { return false }
    try kept?.require(in: database, of: path)
    return true
  }

  /// The stored identity of this copy of the file; nil if it has none yet.
  func device() throws(JournalError) -> DeviceID? {
    try look { () throws(SQLiteError) in try DeviceIdentity(database).kept() }
  }

  /// Runs `body` on one consistent state of the file, whatever is written meanwhile.
  func look<T>(_ body: () throws(SQLiteError) -> T) throws(JournalError) -> T {
    try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      try begin.run()
      do throws(SQLiteError) {
        let value = try body()
        try end.run()
        return value
      } catch {
        database.rollback()
        throw error
      }
    }
  }

  func key(of space: SpaceID) throws(SQLiteError) -> Int64? { try place(of: space)?.key }

  /// The key of a space in the tables, and its head.
  func place(of space: SpaceID) throws(SQLiteError) -> (key: Int64, head: Int)? {
    defer { findSpace.reset() }
    try findSpace.bind(1, space.rawValue)
    return try findSpace.step() ? (findSpace.int64(0), findSpace.int(1)) : nil
  }

  func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  ) throws(JournalError) -> JournalPage {
    let (page, unreadable) = try look { () throws(SQLiteError) -> (JournalPage, Int?) in
      guard let place = try place(of: space) else { return (JournalPage(rows: [], head: 0), nil) }
      let found = try rows(of: place.key, after: max(sequence, 0), limit: max(limit, 0))
      return (JournalPage(rows: found.rows, head: place.head), found.unreadable)
    }
    // A page without rows would look like the end.
    if page.rows.isEmpty, let unreadable { throw .missing(row: unreadable, of: space) }
    return page
  }

  /// The rows in order, omitting those that cannot be read, and the first of the omitted ones.
  private func rows(
    of key: Int64,
    after sequence: Int,
    limit: Int
  ) throws(SQLiteError) -> (rows: [JournalRow], unreadable: Int?) {
    try findRows.bind(1, key)
    try findRows.bind(2, sequence)
    try findRows.bind(3, limit)
    defer { findRows.reset() }
    terms.select(key)
    var rows: [JournalRow] = []
    rows.reserveCapacity(min(limit, 512))
    var unreadable: Int?
    while try findRows.step() {
      if let row = try rowReader.row(findRows) {
        rows.append(row)
      } else {
        unreadable = unreadable ?? findRows.int(0)
      }
    }
    return (rows, unreadable)
  }

  /// All rows of a space that a statement finds, with the columns of ``RowLayout/current``.
  func rows(_ find: Statement, of key: Int64) throws(SQLiteError) -> [JournalRow] {
    defer { find.reset() }
    terms.select(key)
    var rows: [JournalRow] = []
    while try find.step() {
      guard let row = try rowReader.row(find) else {
        throw SQLiteError.damagedRow("row \(find.int64(0))")
      }
      rows.append(row)
    }
    return rows
  }

  func known(_ facts: [FactID], in space: SpaceID) throws(JournalError) -> Set<FactID> {
    try look { () throws(SQLiteError) in
      guard let key = try key(of: space) else { return [] }
      return try known(facts, key)
    }
  }

  func known(_ facts: [FactID], _ key: Int64) throws(SQLiteError) -> Set<FactID> {
    var known: Set<FactID> = []
    defer { findFact.reset() }
    try findFact.bind(1, key)
    for fact in facts {
      try findFact.bind(2, fact.rawValue)
      if try findFact.step() { known.insert(fact) }
      findFact.reset()
    }
    return known
  }

  /// The snapshot of a set, if it is intact and does not reach beyond row `last`.
  ///
  /// The journal must still have the row that the snapshot was made at.
  func snapshot(
    of space: SpaceID,
    set: UInt64,
    upTo last: Int
  ) throws(JournalError) -> Snapshot? {
    try look { () throws(SQLiteError) in
      guard let key = try key(of: space) else { return nil }
      let find = try database.prepare(
        """
        SELECT snapshots.seq, bytes, bytes_hash FROM snapshots
        JOIN facts ON facts.space = snapshots.space AND facts.seq = snapshots.seq
        WHERE snapshots.space = ?1 AND set_id = ?2 AND snapshots.seq BETWEEN 1 AND ?3
          AND facts.chain_hash = snapshots.chain_hash
        """
      )
      defer { find.reset() }
      try find.bind(1, key)
      try find.bind(2, Int64(bitPattern: set))
      try find.bind(3, last)
      guard try find.step() else { return nil }
      // A damaged snapshot is ignored: the journal has everything it was made from.
      let hash = find.withBlob(1) { Digest(hashing: $0) }
      guard find.withBlob(2, { Digest($0) }) == hash else { return nil }
      return Snapshot(space: space, set: set, sequence: find.int(0), bytes: find.blob(1))
    }
  }

  // MARK: Spaces

  func spaces() throws(JournalError) -> [SpaceID] {
    try look { () throws(SQLiteError) in
      let find = try database.prepare("SELECT id FROM spaces ORDER BY id")
      defer { find.reset() }
      var spaces: [SpaceID] = []
      while try find.step() {
        guard let id = find.uint128(0) else { throw SQLiteError.damagedRow("a space's id") }
        spaces.append(SpaceID(rawValue: id))
      }
      return spaces
    }
  }

  // MARK: Damage

  func findings() throws(JournalError) -> [String] {
    let findings = try look { () throws(SQLiteError) in try Inspection.findings(in: database) }
    guard findings.isEmpty else { return findings }
    return try KeptHead.finding(at: path).map { [$0] } ?? []
  }
}
