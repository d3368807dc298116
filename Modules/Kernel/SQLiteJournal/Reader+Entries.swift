import Core
import Journals
import SQLite

/// Reads the positions of facts in the order of a server, and in that of their authors.
///
/// The queries name their indexes: without statistics, SQLite uses the primary key instead and
/// reads a whole space.
extension Reader {
  func entries(
    in space: SpaceID,
    after position: Int,
    limit: Int
  ) throws(JournalError) -> [SyncEntry] {
    let found = try look { () throws(SQLiteError) -> [SyncEntry] in
      guard let key = try key(of: space) else { return [] }
      let condition = "position > ?2 ORDER BY position LIMIT ?3"
      return try entries(key, by: "sync_numbers_position", condition) {
        find throws(SQLiteError) in
        try find.bind(2, position)
        try find.bind(3, limit)
      }
    }
    return found.consecutive(\.position, after: position)
  }

  func entries(
    in space: SpaceID,
    of author: DeviceID,
    after number: Int,
    limit: Int
  ) throws(JournalError) -> [SyncEntry] {
    try look { () throws(SQLiteError) in
      guard let key = try key(of: space) else { return [] }
      return try entries(SyncQuestion.Numbers(author: author, after: number, limit: limit), key)
    }
  }

  func entries(
    _ numbers: SyncQuestion.Numbers,
    _ key: Int64
  ) throws(SQLiteError) -> [SyncEntry] {
    let condition = "author = \(term(.device)) AND number > ?3 ORDER BY number LIMIT ?4"
    let found = try entries(key, condition) { find throws(SQLiteError) in
      try find.bind(2, numbers.author)
      try find.bind(3, numbers.after)
      try find.bind(4, numbers.limit)
    }
    return found.consecutive(\.number, after: numbers.after)
  }

  func entries(
    in space: SpaceID,
    for facts: [FactID]
  ) throws(JournalError) -> [FactID: SyncEntry] {
    try look { () throws(SQLiteError) in
      guard let key = try key(of: space) else { return [:] }
      return try entries(for: facts, key)
    }
  }

  func entries(
    for facts: some Sequence<FactID>,
    _ key: Int64
  ) throws(SQLiteError) -> [FactID: SyncEntry] {
    var found: [FactID: SyncEntry] = [:]
    for fact in facts {
      let condition = "entries.alias = 0 AND facts.id = ?2 ORDER BY position IS NULL LIMIT 1"
      found[fact] = try entries(key, by: "sync_numbers_seq", condition) {
        find throws(SQLiteError) in try find.bind(2, fact.rawValue)
      }.first
    }
    return found
  }

  /// The entries of a space, with a condition and an order.
  private func entries(
    _ key: Int64,
    by index: String? = nil,
    _ condition: String,
    bind: (Statement) throws(SQLiteError) -> Void
  ) throws(SQLiteError) -> [SyncEntry] {
    let find = try database.prepare(
      """
      SELECT author, number, facts.id, alias, position, counts, refusal, delay, tag, floor,
        facts.reading
      FROM sync_numbers AS entries \(index.map { "INDEXED BY \($0)" } ?? "")
      JOIN facts ON facts.space = entries.space AND facts.seq = entries.seq
      WHERE entries.space = ?1 AND \(condition)
      """
    )
    defer { find.reset() }
    try find.bind(1, key)
    try bind(find)
    terms.select(key)
    var entries: [SyncEntry] = []
    while try find.step() { entries.append(try entry(find)) }
    return entries
  }

  private func entry(_ found: Statement) throws(SQLiteError) -> SyncEntry {
    guard let fact = found.uint128(2).map(FactID.init(rawValue:)),
      let author = try terms.device(found.int64(0))
    else { throw SQLiteError.damagedRow("entry \(found.int64(1)) of the sync") }
    return SyncEntry(
      author: author,
      number: found.int(1),
      fact: fact,
      isAlias: found.int(3) != 0,
      position: found.isNull(4) ? nil : found.int(4),
      verdict: verdict(found, about: fact),
      received: found.isNull(7) ? nil : fact.instant(at: found.int64(7)),
      tag: UInt64(bitPattern: found.int64(8)),
      floor: HybridTime(rawValue: UInt64(bitPattern: found.int64(9)))
    )
  }

  private func verdict(_ found: Statement, about fact: FactID) -> SyncVerdict? {
    if !found.isNull(6) { return .refused(found.text(6)) }
    guard !found.isNull(5) else { return nil }
    return .taken(fact.clock(at: found.int64(10)).advanced(by: found.int64(5)))
  }

  // MARK: Clocks

  func taken(
    _ stamps: Set<HybridTimestamp>,
    in space: SpaceID
  ) throws(JournalError) -> Set<HybridTimestamp> {
    try look { () throws(SQLiteError) in
      guard let key = try key(of: space) else { return [] }
      return try taken(stamps, key)
    }
  }

  func taken(
    _ stamps: Set<HybridTimestamp>,
    _ key: Int64
  ) throws(SQLiteError) -> Set<HybridTimestamp> {
    let find = try database.prepare("SELECT \(term(.device))")
    var taken: Set<HybridTimestamp> = []
    for (device, stamps) in Dictionary(grouping: stamps, by: \.device) {
      try find.bind(1, key)
      try find.bind(2, device)
      let number = try find.step() && !find.isNull(0) ? find.int64(0) : nil
      find.reset()
      guard let number else { continue }
      let readings = try TakenReadings(database, in: key, of: number)
        .contained(in: stamps.map(\.clock.rawValue))
      for reading in readings {
        taken.insert(HybridTimestamp(clock: HybridTime(rawValue: reading), device: device))
      }
    }
    return taken
  }
}
