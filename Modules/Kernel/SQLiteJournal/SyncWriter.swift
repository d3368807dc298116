import Core
import Journals
import SQLite

/// Stores how a space is synchronized, within the transaction that ``Writer`` opened.
final class SyncWriter {
  private let database: Database
  private let terms: TermWriter
  private let entries: EntryWriter
  /// The entries that were added, by the number of their author, until ``writeEntries(in:)``.
  private var added: [Int64: [StoredEntry]] = [:]
  /// With which readings their facts count, by the number of the fact's device.
  private var taken: [Int64: [UInt64]] = [:]

  /// - Parameter terms: those of the space that the calls refer to.
  init(_ database: Database, _ terms: TermWriter) throws(SQLiteError) {
    self.database = database
    self.terms = terms
    entries = try EntryWriter(database)
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

  /// A fact that an entry stands for.
  struct PlacedFact {
    let id: FactID
    let row: Int
    let clock: HybridTime
    /// The number of its device.
    let device: Int64
  }

  /// - Parameter added: what the same append has added.
  /// - Returns: whether no fact counted with one of the clock readings before.
  func apply(
    _ change: SyncChange,
    to space: Int64,
    added: [FactID: PlacedFact]
  ) throws(SQLiteError) -> Bool {
    let keep = try database.prepare("INSERT OR REPLACE INTO sync_states VALUES (?, ?)")
    try keep.bind(1, space)
    try keep.bind(2, change.state)
    try keep.run()
    keep.clearBindings()
    try drop(change.drops, from: space)
    for entry in change.entries {
      var placed = added[entry.fact]
      if placed == nil { placed = try fact(entry.fact, in: space) }
      guard let placed else {
        throw SQLiteError.damaged("entry \(entry.number) of \(entry.author) has no fact")
      }
      try add(entry, of: placed)
    }
    let areNew = try writeEntries(in: space)
    for fact in change.decided { try decide(fact, in: space) }
    return areNew
  }

  private func drop(_ drops: SyncChange.Drops, from space: Int64) throws(SQLiteError) {
    let statements: [String]
    switch drops {
    case .none: return
    case .unplaced:
      statements = ["DELETE FROM sync_runs WHERE space = ? AND position IS NULL"]
    case .all:
      statements = ["sync_runs", "sync_clocks"].map { "DELETE FROM \($0) WHERE space = ?" }
    }
    for sql in statements {
      let drop = try database.prepare(sql)
      try drop.bind(1, space)
      try drop.run()
    }
  }

  // MARK: Entries

  /// Adds an entry to those that ``writeEntries(in:)`` writes.
  func add(_ entry: SyncEntry, of placed: PlacedFact) throws(SQLiteError) {
    let author = try terms.number(of: entry.author)
    added[author, default: []].append(StoredEntry(entry, row: placed.row, clock: placed.clock))
    guard let clock = entry.verdict?.clock, !entry.isAlias else { return }
    taken[placed.device, default: []].append(clock.rawValue)
  }

  /// Writes what was added, in place of entries with the same numbers, and with which readings the
  /// facts count.
  ///
  /// - Returns: whether none of the readings was taken before.
  @discardableResult
  func writeEntries(in space: Int64) throws(SQLiteError) -> Bool {
    for (author, stored) in added {
      try entries.write(stored, of: EntryWriter.Author(space: space, number: author))
    }
    var areNew = true
    for (device, readings) in taken {
      let taken = TakenReadings(database, in: space, of: device)
      areNew = try taken.insert(readings) && areNew
    }
    forget()
    return areNew
  }

  /// Forgets what was added.
  func forget() {
    added = [:]
    taken = [:]
  }

  private func decide(_ fact: FactID, in space: Int64) throws(SQLiteError) {
    guard let row = try self.fact(fact, in: space)?.row else { return }
    let forget = try database.prepare("DELETE FROM sync_made WHERE space = ? AND seq = ?")
    try forget.bind(1, space)
    try forget.bind(2, row)
    try forget.run()
  }

  // MARK: Facts

  /// A fact of a space; nil if the space does not have it.
  func fact(_ fact: FactID, in space: Int64) throws(SQLiteError) -> PlacedFact? {
    let find = try database.prepare(
      "SELECT id, seq, reading, device FROM facts WHERE id = ? AND space = ?"
    )
    defer { find.reset() }
    try find.bind(1, fact.rawValue)
    try find.bind(2, space)
    return try placedFact(find)
  }

  /// The fact in a row of a space; nil if there is no such row.
  func fact(at row: Int, in space: Int64) throws(SQLiteError) -> PlacedFact? {
    let find = try database.prepare(
      "SELECT id, seq, reading, device FROM facts WHERE space = ? AND seq = ?"
    )
    defer { find.reset() }
    try find.bind(1, space)
    try find.bind(2, row)
    return try placedFact(find)
  }

  private func placedFact(_ find: Statement) throws(SQLiteError) -> PlacedFact? {
    guard try find.step(), let id = find.uint128(0).map(FactID.init(rawValue:)) else { return nil }
    return PlacedFact(
      id: id,
      row: find.int(1),
      clock: id.clock(at: find.int64(2)),
      device: find.int64(3)
    )
  }
}

extension HybridTime {
  /// The distance of another reading from this one, modulo 2^64.
  func distance(to other: HybridTime) -> Int64 {
    Int64(bitPattern: other.rawValue &- rawValue)
  }

  /// The reading at a distance from this one.
  func advanced(by distance: Int64) -> HybridTime {
    HybridTime(rawValue: rawValue &+ UInt64(bitPattern: distance))
  }
}
