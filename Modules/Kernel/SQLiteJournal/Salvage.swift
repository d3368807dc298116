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
  /// The rows that were found; nil for one that cannot be read.
  private var rows: [RowPlace: SalvagedRow?] = [:]
  /// The entities of each space that the file itself says were erased.
  private var erased: [SpaceID: Set<EntityID>] = [:]

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
    findErased(in: database)
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

  private mutating func findErased(in database: Database) {
    guard let find = try? database.prepare("SELECT space, entity FROM erased") else { return }
    while (try? find.step()) == true {
      guard let space = ids[find.int64(0)], let entity = find.uint128(1) else { continue }
      erased[space, default: []].insert(EntityID(rawValue: entity))
    }
  }

  /// Reads rows in one direction; false if it did not reach the end.
  private mutating func walk(_ database: Database, _ direction: String) -> Bool {
    let order = "FROM facts ORDER BY space \(direction), seq \(direction)"
    for layout in [RowLayout.current, .wholeReadings] {
      guard let find = try? database.prepare("SELECT space, \(layout.columns) \(order)") else {
        continue
      }
      let terms = SalvagedTerms(in: database)
      return read(find) { SalvagedRow($0, layout, naming: terms) }
    }
    for version in (1...EarlierRows.lastVersion).reversed() {
      let sql = "SELECT \(EarlierRows.columns(of: version)) \(order)"
      guard let find = try? database.prepare(sql) else { continue }
      return read(find) { SalvagedRow(earlier: $0) }
    }
    lost.append("the table of entries cannot be read")
    return true
  }

  private mutating func read(_ find: Statement, _ row: (Statement) -> SalvagedRow?) -> Bool {
    while true {
      guard let isThere = try? find.step() else { return false }
      guard isThere else { return true }
      rows.updateValue(row(find), forKey: RowPlace(space: find.int64(0), sequence: find.int(1)))
    }
  }

  private mutating func collect(_ isReadable: (FactRecord) -> Bool) {
    var reached: (place: RowPlace, chain: Digest?)?
    for (place, row) in rows.sorted(by: { $0.key < $1.key }) {
      let before = reached?.place.space == place.space ? reached : nil
      reached = (place, row?.chain)
      noteGap(between: before?.place.sequence ?? 0, and: place.sequence)
      guard let row else {
        lost.append("entry \(place.sequence) cannot be read")
        continue
      }
      guard let space = ids[place.space] else {
        lost.append("entry \(place.sequence) (\(row.kind)) belongs to no space")
        continue
      }
      let isNext = before?.place.sequence == place.sequence &- 1
      let chain = place.sequence == 1 ? Digest.start : isNext ? before?.chain : nil
      take(row.fact(in: space, after: chain), at: place, in: space, isReadable)
    }
    rows = [:]
    for space in spaces.keys.sorted() { dropEmptied(in: space) }
  }

  /// Leaves out facts whose contents are gone although nothing has erased them.
  ///
  /// In a new journal each of them would look like an erasure: everything about its habit,
  /// including what is recorded later, would be erased.
  private mutating func dropEmptied(in space: SpaceID) {
    let facts = spaces[space] ?? []
    let gone = facts.filter(\.erases).compactMap(\.entity)
    let erased = (erased[space] ?? []).union(gone)
    spaces[space] = facts.filter { fact in
      let isWhole = fact.payload != nil || fact.entity.map(erased.contains) ?? false
      if !isWhole { lost.append("an entry (\(fact.kind)) has lost its contents") }
      return isWhole
    }
  }

  private mutating func take(
    _ fact: FactRecord,
    at place: RowPlace,
    in space: SpaceID,
    _ isReadable: (FactRecord) -> Bool
  ) {
    guard fact.isIntact else {
      lost.append("entry \(place.sequence) (\(fact.kind)) is not what was written")
      return
    }
    guard isReadable(fact) else {
      lost.append("entry \(place.sequence) (\(fact.kind)) cannot be read")
      return
    }
    spaces[space, default: []].append(fact)
  }

  private mutating func noteGap(between reached: Int, and sequence: Int) {
    // No number follows the greatest one.
    let expected = reached &+ 1
    guard sequence > expected else { return }
    let last = sequence - 1
    let range = expected == last ? "entry \(last) is" : "entries \(expected) to \(last) are"
    lost.append("\(range) missing")
  }
}
