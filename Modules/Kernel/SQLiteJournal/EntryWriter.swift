import SQLite

/// Writes entries of the sync as runs, within the transaction that ``Writer`` opened.
final class EntryWriter {
  private let insert: Statement
  private let extend: Statement
  private let drop: Statement
  private let find: Statement
  private let findBefore: Statement

  init(_ database: Database) throws(SQLiteError) {
    insert = try database.prepare(
      """
      INSERT INTO sync_runs(space, author, number, length, details, seq, alias, position)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """
    )
    extend = try database.prepare(
      """
      UPDATE sync_runs SET length = ?4, details = ?5
      WHERE space = ?1 AND author = ?2 AND number = ?3
      """
    )
    drop = try database.prepare(
      "DELETE FROM sync_runs WHERE space = ? AND author = ? AND number = ?"
    )
    find = try database.prepare(
      """
      SELECT \(EntryRun.columns) FROM sync_runs
      WHERE space = ?1 AND author = ?2 AND number <= ?4 AND number >= coalesce((
        SELECT max(number) FROM sync_runs WHERE space = ?1 AND author = ?2 AND number <= ?3), 0)
      ORDER BY number
      """
    )
    findBefore = try database.prepare(
      """
      SELECT position, length FROM sync_runs INDEXED BY sync_runs_position
      WHERE space = ? AND position <= ? ORDER BY position DESC LIMIT 1
      """
    )
  }

  /// The author of entries and their space, as the tables know them.
  struct Author: Hashable {
    let space: Int64
    let number: Int64
  }

  /// Writes entries in place of those with their numbers.
  ///
  /// - Throws: ``SQLiteError`` of the kind `constraint` or `damaged` if another entry has one of the
  ///   positions.
  func write(_ entries: [StoredEntry], of author: Author) throws(SQLiteError) {
    var rest = EntryWriter.inOrder(entries)[...]
    while let first = rest.first {
      let count = rest.enumerated().prefix { $1.place.number == first.place.number &+ $0 }.count
      try write(stretch: rest.prefix(count), of: author)
      rest = rest.dropFirst(count)
    }
  }

  /// Entries in the order of their numbers; of those with the same number, the last.
  private static func inOrder(_ entries: [StoredEntry]) -> [StoredEntry] {
    func precedes(_ a: StoredEntry, _ b: StoredEntry) -> Bool { a.place.number < b.place.number }
    // They mostly are in order.
    if zip(entries, entries.dropFirst()).allSatisfy(precedes) { return entries }
    return Dictionary(entries.map { ($0.place.number, $0) }) { $1 }.values.sorted(by: precedes)
  }

  /// Writes entries whose numbers are consecutive.
  private func write(
    stretch: ArraySlice<StoredEntry>,
    of author: Author
  ) throws(SQLiteError) {
    guard let first = stretch.first, let last = stretch.last else { return }
    let before = try runs(from: first.place.number &- 1, to: last.place.number, of: author)
    let all = before.flatMap(\.entries)
    let runs = EntryRun.runs(
      of: all.filter { $0.place.number < first.place.number } + stretch
        + all.filter { $0.place.number > last.place.number }
    )
    // First of all, so that no two runs have the same positions.
    for run in before where !runs.contains(where: { $0.first == run.first }) {
      try drop(run, of: author)
    }
    for run in runs where !before.contains(run) {
      let isThere = before.contains { $0.first == run.first }
      try write(run, with: isThere ? extend : insert, of: author)
    }
  }

  /// The runs that have an entry with one of these numbers, in order.
  private func runs(
    from first: Int,
    to last: Int,
    of author: Author
  ) throws(SQLiteError) -> [EntryRun] {
    defer { find.reset() }
    try bind(author, first, to: find)
    try find.bind(4, last)
    var runs: [EntryRun] = []
    while try find.step() {
      let run = try EntryRun(find, from: 0)
      if run.last.number >= first { runs.append(run) }
    }
    return runs
  }

  private func write(
    _ run: EntryRun,
    with statement: Statement,
    of author: Author
  ) throws(SQLiteError) {
    try checkPositions(of: run, in: author.space)
    try bind(author, run.first.number, to: statement)
    try statement.bind(4, run.entries.count)
    try statement.bind(5, run.details)
    if statement === insert {
      try insert.bind(6, run.first.row)
      try insert.bind(7, run.first.isAlias ? 1 : 0)
      try insert.bind(8, run.first.position.map(Int64.init))
    }
    try statement.run()
  }

  /// The index makes sure only that no two runs begin at the same position.
  private func checkPositions(of run: EntryRun, in space: Int64) throws(SQLiteError) {
    guard let first = run.first.position, let last = run.last.position else { return }
    defer { findBefore.reset() }
    try findBefore.bind(1, space)
    try findBefore.bind(2, last)
    guard try findBefore.step() else { return }
    let (position, length) = (findBefore.int(0), findBefore.int(1))
    // A run that begins at the same position is the one that is extended, or the index refuses it.
    guard position == first || position &+ length <= first else {
      throw SQLiteError.damaged("two sync entries have position \(max(first, position))")
    }
  }

  private func drop(_ run: EntryRun, of author: Author) throws(SQLiteError) {
    try bind(author, run.first.number, to: drop)
    try drop.run()
  }

  private func bind(
    _ author: Author,
    _ number: Int,
    to statement: Statement
  ) throws(SQLiteError) {
    try statement.bind(1, author.space)
    try statement.bind(2, author.number)
    try statement.bind(3, number)
  }
}
