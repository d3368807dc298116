import Core
import Journals
import SQLite

/// Stores how a space is synchronized, within the transaction that ``Writer`` opened.
final class SyncWriter {
  private let database: Database
  private let terms: TermWriter

  /// - Parameter terms: those of the space that the calls refer to.
  init(_ database: Database, _ terms: TermWriter) {
    self.database = database
    self.terms = terms
  }

  /// Notes when the fact of a row was made.
  func note(_ time: BootTime, of row: Int, in space: Int64) throws(SQLiteError) {
    let note = try database.prepare("INSERT OR REPLACE INTO sync_made VALUES (?, ?, ?, ?)")
    try note.bind(1, space)
    try note.bind(2, row)
    try note.bind(3, Int64(bitPattern: time.boot))
    try note.bind(4, time.milliseconds)
    try note.run()
  }

  func state(of space: Int64) throws(SQLiteError) -> [UInt8]? {
    let find = try database.prepare("SELECT state FROM sync_states WHERE space = ?")
    defer { find.reset() }
    try find.bind(1, space)
    return try find.step() ? find.blob(0) : nil
  }

  /// - Parameter added: the rows that the same append has added, by fact.
  func apply(
    _ change: SyncChange,
    to space: Int64,
    added: [FactID: Int]
  ) throws(SQLiteError) {
    let keep = try database.prepare("INSERT OR REPLACE INTO sync_states VALUES (?, ?)")
    try keep.bind(1, space)
    try keep.bind(2, change.state)
    try keep.run()
    keep.clearBindings()
    try drop(change.drops, from: space)
    try add(change.entries, to: space, added)
    for fact in change.decided { try decide(fact, in: space) }
  }

  private func drop(_ drops: SyncChange.Drops, from space: Int64) throws(SQLiteError) {
    let condition: String
    switch drops {
    case .none: return
    case .unplaced: condition = "AND position IS NULL"
    case .all: condition = ""
    }
    let drop = try database.prepare("DELETE FROM sync_numbers WHERE space = ? \(condition)")
    try drop.bind(1, space)
    try drop.run()
  }

  private func add(
    _ entries: [SyncEntry],
    to space: Int64,
    _ added: [FactID: Int]
  ) throws(SQLiteError) {
    if entries.isEmpty { return }
    let add = try database.prepare(
      """
      INSERT INTO sync_numbers(space, author, number, seq, alias, position, clock, refusal,
        received, tag, floor)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT(space, author, number) DO UPDATE SET seq = excluded.seq, alias = excluded.alias,
        position = excluded.position, clock = excluded.clock, refusal = excluded.refusal,
        received = excluded.received, tag = excluded.tag, floor = excluded.floor
      """
    )
    try add.bind(1, space)
    for entry in entries {
      var row = added[entry.fact]
      if row == nil { row = try sequence(of: entry.fact, in: space) }
      guard let row else {
        throw SQLiteError.damaged("entry \(entry.number) of \(entry.author) has no fact")
      }
      try bind(entry, at: row, to: add)
      try add.run()
    }
  }

  private func bind(_ entry: SyncEntry, at row: Int, to add: Statement) throws(SQLiteError) {
    try add.bind(2, try terms.number(of: entry.author))
    try add.bind(3, entry.number)
    try add.bind(4, row)
    try add.bind(5, entry.isAlias ? 1 : 0)
    try add.bind(6, entry.position.map(Int64.init))
    try add.bind(7, entry.verdict?.clock.map { Int64(bitPattern: $0.rawValue) })
    try add.bind(8, entry.verdict?.refusal)
    try add.bind(9, entry.received?.milliseconds)
    try add.bind(10, Int64(bitPattern: entry.tag))
    try add.bind(11, Int64(bitPattern: entry.floor.rawValue))
  }

  private func decide(_ fact: FactID, in space: Int64) throws(SQLiteError) {
    guard let row = try sequence(of: fact, in: space) else { return }
    let forget = try database.prepare("DELETE FROM sync_made WHERE space = ? AND seq = ?")
    try forget.bind(1, space)
    try forget.bind(2, row)
    try forget.run()
  }

  /// The row of a fact; nil if the space does not have it.
  func sequence(of fact: FactID, in space: Int64) throws(SQLiteError) -> Int? {
    let find = try database.prepare("SELECT seq FROM facts WHERE id = ? AND space = ?")
    defer { find.reset() }
    try find.bind(1, fact.rawValue)
    try find.bind(2, space)
    return try find.step() ? find.int(0) : nil
  }
}
