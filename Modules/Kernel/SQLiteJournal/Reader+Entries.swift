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
    let doubtful = try doubtful(stamps, key)
    if doubtful.isEmpty { return [] }
    // Rare enough to examine all entries: after wrong clocks, and where somebody puts together a
    // history out of order.
    let find = try database.prepare(
      """
      SELECT facts.id, facts.reading, facts.device, counts FROM sync_numbers AS entries
      JOIN facts ON facts.space = entries.space AND facts.seq = entries.seq
      WHERE entries.space = ?1 AND entries.alias = 0 AND counts IS NOT NULL
      """
    )
    defer { find.reset() }
    try find.bind(1, key)
    terms.select(key)
    var taken: Set<HybridTimestamp> = []
    while try find.step() {
      guard let fact = find.uint128(0).map(FactID.init(rawValue:)),
        let device = try terms.device(find.int64(2))
      else { throw SQLiteError.damagedRow("an entry of the sync") }
      let clock = fact.clock(at: find.int64(1)).advanced(by: find.int64(3))
      let stamp = HybridTimestamp(clock: clock, device: device)
      if doubtful.contains(stamp) { taken.insert(stamp) }
    }
    return taken
  }

  /// The timestamps that are not later than all others of their devices.
  private func doubtful(
    _ stamps: Set<HybridTimestamp>,
    _ key: Int64
  ) throws(SQLiteError) -> Set<HybridTimestamp> {
    let find = try database.prepare(
      "SELECT latest FROM sync_clocks WHERE space = ?1 AND device = \(term(.device))"
    )
    var doubtful: Set<HybridTimestamp> = []
    for (device, stamps) in Dictionary(grouping: stamps, by: \.device) {
      defer { find.reset() }
      try find.bind(1, key)
      try find.bind(2, device)
      guard try find.step() else { continue }
      let latest = find.int64(0)
      doubtful.formUnion(stamps.filter { $0.clock.storedLatest <= latest })
    }
    return doubtful
  }
}
