import Core
import Journals
import SQLite

/// Adds facts and alarms within the transaction that ``Writer`` opened.
///
/// Its statements stay prepared, so that a fact costs only its hashes and one insert.
final class FactWriter {
  private let database: Database
  private let findSpace: Statement
  private let makeSpace: Statement
  private let moveHead: Statement
  private let isErased: Statement
  private let rows: RowWriter
  private let sync: SyncWriter
  private var erasedSomething = false
  private var lastEntry: KeptHead?

  init(_ database: Database) throws(SQLiteError) {
    self.database = database
    findSpace = try database.prepare(
      """
      SELECT key, EXISTS(SELECT 1 FROM erased WHERE space = key), head, head_hash,
        head = 0 OR head_hash = (SELECT chain_hash FROM facts WHERE space = key AND seq = head),
        EXISTS(SELECT 1 FROM sync_states WHERE space = key), last_erasure
      FROM spaces WHERE id = ?
      """
    )
    makeSpace = try database.prepare("INSERT INTO spaces(id) VALUES (?)")
    moveHead = try database.prepare("UPDATE spaces SET head = ?, head_hash = ? WHERE key = ?")
    isErased = try database.prepare("SELECT 1 FROM erased WHERE space = ? AND entity = ?")
    rows = try RowWriter(database)
    sync = try SyncWriter(database, rows.terms)
  }

  /// Returns whether something was erased since the last call.
  func takeErasure() -> Bool {
    defer { erasedSomething = false }
    return erasedSomething
  }

  /// Returns the last entry that was added since the last call.
  func takeLastEntry() -> KeptHead? {
    defer { lastEntry = nil }
    return lastEntry
  }

  /// Forgets what was written in a transaction that was rolled back.
  func forget() {
    lastEntry = nil
    erasedSomething = false
    rows.terms.forget()
    sync.forget()
  }

  /// Adds what a request adds.
  ///
  /// - Returns: nil if the request expects all to be new and it is not (``SyncChange/expectsNew``):
  ///   the whole transaction must be undone. Looking first would cost every request a search for
  ///   each of its facts.
  func append(_ append: AppendRequest) throws(SQLiteError) -> AppendResult? {
    var place = try place(of: append.space)
    guard place.head == append.after, try expects(append.sync.first, at: place) else {
      return .conflict(head: place.head)
    }
    guard !append.isEmpty else { return .appended(head: place.head) }
    if place.key == 0 { place.key = try newSpace(append.space) }
    rows.terms.select(place.key, since: place.lastErasure)
    let made = place.isSynchronized ? append.made() : [:]
    var added: [FactID: SyncWriter.PlacedFact] = [:]
    for fact in append.facts {
      guard try add(fact, at: &place) else {
        if append.expectsNew { return nil }
        continue
      }
      if !append.sync.isEmpty { added[fact.id] = try placed(fact, at: place.head) }
      guard let made = made[fact.id] else { continue }
      try sync.note(made, of: place.head, in: place.key)
    }
    for change in append.sync {
      let areNew = try sync.apply(change, to: place.key, added: added)
      guard areNew || !change.expectsNew else { return nil }
    }
    if place.mustDropForms { try dropForms(of: place.key) }
    if place.head > append.after { try keepHead(place) }
    if !append.alarms.isEmpty { try change(append.alarms, in: place.key) }
    return .appended(head: place.head)
  }

  private func placed(
    _ fact: FactRecord,
    at row: Int
  ) throws(SQLiteError) -> SyncWriter.PlacedFact {
    SyncWriter.PlacedFact(
      id: fact.id,
      row: row,
      clock: fact.stamp.clock,
      device: try rows.terms.number(of: fact.stamp.device)
    )
  }

  /// Whether the stored sync state is still the one that a change replaces.
  private func expects(_ change: SyncChange?, at place: Place) throws(SQLiteError) -> Bool {
    guard let replaced = change?.replaces else { return true }
    return place.isSynchronized ? try sync.state(of: place.key) == replaced : false
  }

  /// The position of the next row in a space's journal.
  private struct Place {
    let space: SpaceID
    /// The key of the space in the tables; 0 if it has none yet.
    var key: Int64
    var head = 0
    var chain = Digest.start
    /// The last row after which no numbers of terms were withdrawn.
    var lastErasure = 0
    var hasErased = false
    /// Whether forms may have lost their last payload.
    var mustDropForms = false
    var isSynchronized = false
  }

  private func place(of space: SpaceID) throws(SQLiteError) -> Place {
    defer { findSpace.reset() }
    try findSpace.bind(1, space.rawValue)
    guard try findSpace.step() else { return Place(space: space, key: 0) }
    var place = Place(
      space: space,
      key: findSpace.int64(0),
      head: findSpace.int(2),
      lastErasure: findSpace.int(6),
      hasErased: findSpace.int64(1) != 0,
      isSynchronized: findSpace.int64(5) != 0
    )
    if place.head > 0 {
      // Nothing is appended after rows that were cut off or replaced: it would hide the damage. No
      // journal has the greatest possible number of rows.
      guard place.head < .max, findSpace.int64(4) != 0,
        let chain = findSpace.withBlob(3, { Digest($0) })
      else {
        throw SQLiteError.damaged("row \(place.head), the last of space \(space), is not there")
      }
      place.chain = chain
    }
    return place
  }

  private func keepHead(_ place: Place) throws(SQLiteError) {
    try moveHead.bind(1, place.head)
    try moveHead.bind(2, place.chain)
    try moveHead.bind(3, place.key)
    try moveHead.run()
    lastEntry = KeptHead(space: place.space, sequence: place.head, chain: place.chain)
  }

  private func newSpace(_ space: SpaceID) throws(SQLiteError) -> Int64 {
    try makeSpace.bind(1, space.rawValue)
    try makeSpace.run()
    return database.lastInsertedRow
  }

  /// Returns whether the fact was new.
  private func add(_ fact: FactRecord, at place: inout Place) throws(SQLiteError) -> Bool {
    let fact = fact.hashed()
    let chain = Chain.next(after: place.chain, space: place.space, fact: fact)
    guard try insert(fact, chain, at: place) else { return false }
    place.head += 1
    place.chain = chain
    if fact.kind == Amendment.kind { try amend(with: fact, at: place) }
    guard let entity = fact.entity else { return true }
    if fact.erases {
      try erase(entity, at: &place)
    } else if fact.payload == nil {
      // Erased before it arrived: the entity is marked, so that this does not count as a loss of
      // contents.
      try markErased(entity, at: place)
      place.hasErased = true
    }
    return true
  }

  /// Returns false if the fact already exists and was skipped.
  private func insert(
    _ fact: FactRecord,
    _ chain: Digest,
    at place: Place
  ) throws(SQLiteError) -> Bool {
    let isBlank = try arrivesErased(fact, at: place)
    do throws(SQLiteError) {
      return try rows.add(fact, at: place.head + 1, isBlank: isBlank, chain: chain)
    } catch {
      guard error.kind == .constraint else { throw error }
      throw SQLiteError.damaged("space \(place.space) has rows after its last, \(place.head)")
    }
  }

  private func arrivesErased(_ fact: FactRecord, at place: Place) throws(SQLiteError) -> Bool {
    guard place.hasErased, !fact.erases, let entity = fact.entity else { return false }
    defer { isErased.reset() }
    try isErased.bind(1, place.key)
    try isErased.bind(2, entity.rawValue)
    return try isErased.step()
  }

  /// Blanks the payloads about `entity`, and drops the snapshots, which may contain them too.
  private func erase(_ entity: EntityID, at place: inout Place) throws(SQLiteError) {
    try markErased(entity, at: place)
    // The entity has no index: erasing is rare, and the index would slow down every append.
    let number = try rows.terms.number(of: entity)
    let blanked = try PayloadEraser(database).erase(
      where: "space = ? AND entity = ? AND erasure = 0 AND body IS NOT NULL"
    ) { [key = place.key] find throws(SQLiteError) in
      try find.bind(1, key)
      try find.bind(2, number)
    }
    if blanked > 0 { place.mustDropForms = true }
    try dropSnapshots(at: place)
    place.hasErased = true
    erasedSomething = true
  }

  /// Blanks the forms that no payload uses any more.
  ///
  /// The names of members in them may be a person's words, which go with the last payload that had
  /// them.
  private func dropForms(of space: Int64) throws(SQLiteError) {
    let drop = try database.prepare(
      """
      UPDATE terms SET value = NULL
      WHERE space = ?1 AND sort = \(TermSort.form.rawValue) AND value IS NOT NULL
        AND key NOT IN (SELECT form FROM facts WHERE space = ?1 AND form IS NOT NULL)
      """
    )
    try drop.bind(1, space)
    try drop.run()
  }

  /// Drops the snapshots, which contain the amended fact as it was, if it was there before.
  private func amend(with fact: FactRecord, at place: Place) throws(SQLiteError) {
    guard let amended = try? Amendment.read(fact)?.fact,
      try sync.fact(amended, in: place.key) != nil
    else { return }
    try dropSnapshots(at: place)
  }

  /// Drops the snapshots, and prevents snapshots from before the last row from being stored.
  private func dropSnapshots(at place: Place) throws(SQLiteError) {
    let drop = try database.prepare("DELETE FROM snapshots WHERE space = ?")
    try drop.bind(1, place.key)
    try drop.run()
    let mark = try database.prepare("UPDATE spaces SET last_erasure = ? WHERE key = ?")
    try mark.bind(1, place.head)
    try mark.bind(2, place.key)
    try mark.run()
  }

  private func markErased(_ entity: EntityID, at place: Place) throws(SQLiteError) {
    let mark = try database.prepare(
      "INSERT INTO erased(space, entity) VALUES (?, ?) ON CONFLICT DO NOTHING"
    )
    try mark.bind(1, place.key)
    try mark.bind(2, entity.rawValue)
    try mark.run()
  }

  private func change(_ alarms: [AlarmChange], in space: Int64) throws(SQLiteError) {
    let set = try database.prepare(
      """
      INSERT INTO alarms(space, module, key, at) VALUES (?, ?, ?, ?)
      ON CONFLICT(space, module, key) DO UPDATE SET at = excluded.at, claimed_until = NULL
      """
    )
    // An alarm that ended is deleted only if it is still set for the instant at which it was due.
    let drop = try database.prepare(
      """
      DELETE FROM alarms WHERE space = ?1 AND module = ?2 AND key = ?3 AND (?4 IS NULL OR at = ?4)
      """
    )
    for alarm in alarms {
      let statement = alarm.at == nil ? drop : set
      try statement.bind(1, space)
      try statement.bind(2, alarm.module)
      try statement.bind(3, alarm.key.rawValue)
      try statement.bind(4, (alarm.at ?? alarm.ended)?.milliseconds)
      try statement.run()
    }
  }
}

extension Statement {
  func bind(_ index: Int, _ digest: Digest) throws(SQLiteError) {
    try digest.withUnsafeBytes { bytes throws(SQLiteError) in try bind(index, bytes: bytes) }
  }
}

extension SQLiteError {
  /// A value that SQLite read without an error but that this program never wrote.
  static func damagedRow(_ what: String) -> SQLiteError {
    damaged("\(what) has an impossible value")
  }

  /// The file can be read, but its contents cannot be right.
  static func damaged(_ finding: String) -> SQLiteError {
    SQLiteError(extendedCode: damagedCode, message: finding)
  }
}
