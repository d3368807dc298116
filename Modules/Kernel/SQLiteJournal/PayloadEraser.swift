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

  /// Blanks payloads of a space, by its key, in the caller's transaction.
  ///
  /// - Returns: how many there were.
  func erase(in space: Int64, where condition: String) throws(SQLiteError) -> Int {
    let blank = try database.prepare(
      "UPDATE facts SET form = NULL, body = NULL, payload_hash = ? WHERE space = ? AND seq = ?"
    )
    let hashes = try hashes(in: space, where: condition)
    for (sequence, hash) in hashes {
      try blank.bind(1, hash)
      try blank.bind(2, space)
      try blank.bind(3, sequence)
      try blank.run()
    }
    return hashes.count
  }

  private func hashes(
    in space: Int64,
    where condition: String
  ) throws(SQLiteError) -> [(sequence: Int, hash: Digest)] {
    let find = try database.prepare(
      "SELECT \(RowLayout.current.columns) FROM facts WHERE space = ? AND \(condition)"
    )
    defer { find.reset() }
    try find.bind(1, space)
    rows.terms.select(space)
    var hashes: [(sequence: Int, hash: Digest)] = []
    while try find.step() {
      // Erasing what is damaged must be possible too.
      let hash = try rows.row(find)?.fact.payloadHash ?? PayloadHash(find, 9, of: [])?.remains
      hashes.append((find.int(0), hash ?? .start))
    }
    return hashes
  }
}
