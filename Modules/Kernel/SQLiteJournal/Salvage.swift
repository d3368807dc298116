import Core
import Journals
import SQLite

/// The facts that can be read from a damaged file.
struct Salvage {
  /// The facts of each space, in their order.
  private(set) var spaces: [SpaceID: [FactRecord]] = [:]
  /// What cannot be taken over, in words for the user.
  private(set) var lost: [String] = []

  private var ids: [Int64: SpaceID] = [:]
  private var rows: [RowPlace: FactRecord] = [:]

  private struct RowPlace: Hashable, Comparable {
    let space: Int64
    let sequence: Int

    static func < (a: RowPlace, b: RowPlace) -> Bool {
      (a.space, a.sequence) < (b.space, b.sequence)
    }
  }

  /// Reads a file that nobody else uses.
  ///
  /// - Throws: ``JournalError`` if it cannot be opened as a journal.
  init(_ path: String, _ isReadable: (FactRecord) -> Bool) throws(JournalError) {
    let database = try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      let database = try Database(path: path, mode: .readWrite)
      try database.disableUntrustedSchema()
      return database
    }
    findSpaces(in: database)
    // A damaged page ends a walk, so the rows are walked from both ends.
    if !walk(database, "ASC") { _ = walk(database, "DESC") }
    collect(isReadable)
  }

  private mutating func findSpaces(in database: Database) {
    guard let find = try? database.prepare("SELECT key, id FROM spaces") else { return }
    while (try? find.step()) == true {
      if let id = find.uint128(1) { ids[find.int64(0)] = SpaceID(rawValue: id) }
    }
  }

  /// Reads rows in one direction; false if it did not come to the end.
  private mutating func walk(_ database: Database, _ direction: String) -> Bool {
    // The column had another name in each earlier version of the schema.
    for erasure in ["erasure", "erasing", "erases"] {
      let sql = """
        SELECT space, seq, id, clock, device, kind, version, entity, payload, payload_hash, \(erasure)
        FROM facts ORDER BY space \(direction), seq \(direction)
        """
      if let find = try? database.prepare(sql) { return read(find) }
    }
    lost.append("the table of entries cannot be read")
    return true
  }

  private mutating func read(_ find: Statement) -> Bool {
    while true {
      guard let isThere = try? find.step() else { return false }
      guard isThere else { return true }
      let place = RowPlace(space: find.int64(0), sequence: find.int(1))
      rows[place] = Salvage.record(find)
    }
  }

  private static func record(_ found: Statement) -> FactRecord? {
    guard let id = found.uint128(2), let hash = found.withBlob(9, { Digest($0) }) else {
      return nil
    }
    let fact = FactRecord(
      id: FactID(rawValue: id),
      stamp: HybridTimestamp(
        clock: HybridTime(rawValue: UInt64(bitPattern: found.int64(3))),
        device: DeviceID(rawValue: UInt64(bitPattern: found.int64(4)))
      ),
      kind: found.text(5),
      version: found.int(6),
      entity: found.uint128(7).map { EntityID(rawValue: $0) },
      payload: found.isNull(8) ? nil : found.blob(8),
      payloadHash: hash,
      erases: found.int(10) != 0
    )
    return fact
  }

  private mutating func collect(_ isReadable: (FactRecord) -> Bool) {
    var reached: [Int64: Int] = [:]
    for (place, fact) in rows.sorted(by: { $0.key < $1.key }) {
      // The greatest number has none after it.
      let expected = (reached[place.space] ?? 0) &+ 1
      if place.sequence > expected {
        let last = place.sequence - 1
        let range = expected == last ? "entry \(last) is" : "entries \(expected) to \(last) are"
        lost.append("\(range) missing")
      }
      reached[place.space] = place.sequence
      guard let space = ids[place.space] else {
        lost.append("entry \(place.sequence) (\(fact.kind)) belongs to no space")
        continue
      }
      guard fact.isIntact else {
        lost.append("entry \(place.sequence) (\(fact.kind)) is not what was written")
        continue
      }
      guard isReadable(fact) else {
        lost.append("entry \(place.sequence) (\(fact.kind)) cannot be read")
        continue
      }
      spaces[space, default: []].append(fact)
    }
    rows = [:]
  }
}
