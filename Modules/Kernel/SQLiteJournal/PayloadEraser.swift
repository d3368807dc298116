import Core
import Journals
import SQLite

/// Blanks payloads, and stores in their place the whole hash, which the chain of the rows covers.
struct PayloadEraser {
  private let database: Database
  /// Made anew each time: what an earlier reader knows may have been rolled back.
  private let rows: RowReader

  init(_ database: Database) throws(SQLiteError) {
    self.database = database
    rows = RowReader(try TermReader(database))
  }

  /// Blanks payloads in the caller's transaction.
  ///
  /// - Parameters:
  ///   - condition: the condition for rows of `facts`.
  ///   - bind: binds its parameters. A statement is kept for each text, so values belong here.
  /// - Returns: how many there were.
  func erase(
    where condition: String,
    _ bind: (Statement) throws(SQLiteError) -> Void = { _ in }
  ) throws(SQLiteError) -> Int {
    let blank = try database.prepare(
      "UPDATE facts SET form = NULL, body = NULL, payload_hash = ? WHERE space = ? AND seq = ?"
    )
    let hashes = try hashes(where: condition, bind)
    for (space, sequence, hash) in hashes {
      try blank.bind(1, hash)
      try blank.bind(2, space)
      try blank.bind(3, sequence)
      try blank.run()
    }
    return hashes.count
  }

  private func hashes(
    where condition: String,
    _ bind: (Statement) throws(SQLiteError) -> Void
  ) throws(SQLiteError) -> [(space: Int64, sequence: Int, hash: Digest)] {
    let find = try database.prepare(
      "SELECT space, \(RowLayout.current.columns) FROM facts WHERE \(condition)"
    )
    defer { find.reset() }
    try bind(find)
    var hashes: [(space: Int64, sequence: Int, hash: Digest)] = []
    while try find.step() {
      rows.terms.select(find.int64(0))
      // Erasing what is damaged must be possible too.
      let hash =
        try rows.row(find, from: 1)?.fact.payloadHash ?? PayloadHash(find, 10, of: [])?.remains
      hashes.append((find.int64(0), find.int(1), hash ?? .start))
    }
    return hashes
  }
}
