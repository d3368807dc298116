import Core
import Journals
import SQLite

/// Adds facts and alarms inside the transaction that ``Writer`` opened.
///
/// Its statements are kept ready, so that a fact costs its hashes and one insert.
final class FactWriter {
  private let database: Database
  private let findSpace: Statement
  private let makeSpace: Statement
  private let findHead: Statement
  private let insert: Statement
  private let isErased: Statement
  private var erasedSomething = false

  init(_ database: Database) throws(SQLiteError) {
    self.database = database
    findSpace = try database.prepare(
      """
      SELECT key, EXISTS(SELECT 1 FROM erased WHERE space = key) FROM spaces WHERE id = ?
      """
    )
    makeSpace = try database.prepare("INSERT INTO spaces(id) VALUES (?)")
    findHead = try database.prepare(
      "SELECT seq, chain_hash FROM facts WHERE space = ? ORDER BY seq DESC LIMIT 1"
    )
    insert = try database.prepare(
      """
      INSERT INTO facts(space, seq, id, clock, device, kind, version, entity, erases, payload,
        payload_hash, chain_hash)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(id, space) DO NOTHING
      """
    )
    isErased = try database.prepare("SELECT 1 FROM erased WHERE space = ? AND entity = ?")
  }

  /// Whether something was erased since this was asked last.
  func takeErasure() -> Bool {
    defer { erasedSomething = false }
    return erasedSomething
  }

  func append(_ append: Append) throws(SQLiteError) -> AppendResult {
    var place = try place(of: append.space)
    guard place.head == append.after else { return .conflict(head: place.head) }
    guard !append.facts.isEmpty || !append.alarms.isEmpty else {
      return .appended(head: place.head)
    }
    if place.key == 0 { place.key = try newSpace(append.space) }
    for fact in append.facts { try add(fact, at: &place) }
    if !append.alarms.isEmpty { try change(append.alarms, in: place.key) }
    return .appended(head: place.head)
  }

  /// Where in a space's journal the next row goes.
  private struct Place {
    let space: SpaceID
    /// What the tables call the space; 0 when they do not know it yet.
    var key: Int64
    var head = 0
    var chain = Digest.start
    var hasErased: Bool
  }

  private func place(of space: SpaceID) throws(SQLiteError) -> Place {
    defer { findSpace.reset() }
    try findSpace.bind(1, space.rawValue)
    guard try findSpace.step() else { return Place(space: space, key: 0, hasErased: false) }
    var place = Place(
      space: space,
      key: findSpace.int64(0),
      hasErased: findSpace.int64(1) != 0
    )
    defer { findHead.reset() }
    try findHead.bind(1, place.key)
    if try findHead.step() {
      place.head = findHead.int(0)
      guard let chain = findHead.withBlob(1, { Digest($0) }) else {
        throw SQLiteError.damagedRow("the last row of space \(space)")
      }
      place.chain = chain
    }
    return place
  }

  private func newSpace(_ space: SpaceID) throws(SQLiteError) -> Int64 {
    try makeSpace.bind(1, space.rawValue)
    try makeSpace.run()
    return database.lastInsertedRow
  }

  private func add(_ fact: NewFact, at place: inout Place) throws(SQLiteError) {
    let payloadHash = fact.hashOfPayload
    let chain = Chain.next(
      after: place.chain,
      space: place.space,
      fact: fact,
      payloadHash: payloadHash
    )
    try insert.bind(1, place.key)
    try insert.bind(2, place.head + 1)
    try insert.bind(3, fact.id.rawValue)
    try insert.bind(4, Int64(bitPattern: fact.stamp.clock.rawValue))
    try insert.bind(5, Int64(bitPattern: fact.stamp.device.rawValue))
    try insert.bind(6, fact.kind)
    try insert.bind(7, fact.version)
    try insert.bind(8, fact.entity?.rawValue)
    try insert.bind(9, fact.erases ? 1 : 0)
    try insert.bind(10, try arrivesErased(fact, at: place) ? nil : fact.payload)
    try insert.bind(11, payloadHash)
    try insert.bind(12, chain)
    try insert.run()
    // Here already: skipped.
    guard database.changes > 0 else { return }
    place.head += 1
    place.chain = chain
    if fact.erases, let entity = fact.entity { try erase(entity, at: &place) }
  }

  private func arrivesErased(_ fact: NewFact, at place: Place) throws(SQLiteError) -> Bool {
    guard place.hasErased, !fact.erases, let entity = fact.entity else { return false }
    defer { isErased.reset() }
    try isErased.bind(1, place.key)
    try isErased.bind(2, entity.rawValue)
    return try isErased.step()
  }

  /// Blanks the payloads about `entity`, and drops the snapshots, which may hold them too.
  private func erase(_ entity: EntityID, at place: inout Place) throws(SQLiteError) {
    let remember = try database.prepare(
      "INSERT INTO erased(space, entity) VALUES (?, ?) ON CONFLICT DO NOTHING"
    )
    try remember.bind(1, place.key)
    try remember.bind(2, entity.rawValue)
    try remember.run()
    guard database.changes > 0 else { return }
    // No index on the entity: erasing is rare, and the index would cost at every append.
    let blank = try database.prepare(
      """
      UPDATE facts SET payload = NULL
      WHERE space = ? AND entity = ? AND erases = 0 AND payload IS NOT NULL
      """
    )
    try blank.bind(1, place.key)
    try blank.bind(2, entity.rawValue)
    try blank.run()
    let forget = try database.prepare("DELETE FROM snapshots WHERE space = ?")
    try forget.bind(1, place.key)
    try forget.run()
    let mark = try database.prepare("UPDATE spaces SET last_erasure = ? WHERE key = ?")
    try mark.bind(1, place.head)
    try mark.bind(2, place.key)
    try mark.run()
    place.hasErased = true
    erasedSomething = true
  }

  private func change(_ alarms: [AlarmChange], in space: Int64) throws(SQLiteError) {
    let set = try database.prepare(
      """
      INSERT INTO alarms(space, module, key, at) VALUES (?, ?, ?, ?)
      ON CONFLICT(space, module, key) DO UPDATE SET at = excluded.at
      """
    )
    let drop = try database.prepare("DELETE FROM alarms WHERE space = ? AND module = ? AND key = ?")
    for alarm in alarms {
      let statement = alarm.at == nil ? drop : set
      try statement.bind(1, space)
      try statement.bind(2, alarm.module)
      try statement.bind(3, alarm.key.rawValue)
      if let at = alarm.at { try statement.bind(4, at.milliseconds) }
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
  /// A value that SQLite read without complaint but that this program never wrote.
  static func damagedRow(_ what: String) -> SQLiteError {
    SQLiteError(extendedCode: damagedCode, message: "\(what) has an impossible value")
  }
}
