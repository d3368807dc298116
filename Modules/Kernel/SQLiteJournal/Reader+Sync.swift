import Core
import Journals
import SQLite

/// How spaces are synchronized.
///
/// The queries name their indexes: without statistics SQLite takes the primary key instead, and reads a
/// whole space.
extension Reader {
  func amendments(of space: SpaceID) throws(JournalError) -> [Amendment.Row] {
    let rows = try look { () throws(SQLiteError) -> [JournalRow] in
      guard let key = try key(of: space) else { return [] }
      let find = try database.prepare(
        """
        SELECT \(Reader.columns) FROM facts INDEXED BY facts_amendments
        WHERE space = ? AND kind = \(TermSort.amendment) ORDER BY seq
        """
      )
      try find.bind(1, key)
      return try self.rows(find, of: key)
    }
    return try Amendment.rows(in: rows)
  }

  func syncState(of space: SpaceID) throws(JournalError) -> [UInt8]? {
    try look { () throws(SQLiteError) in
      guard let key = try key(of: space) else { return nil }
      let find = try database.prepare("SELECT state FROM sync_states WHERE space = ?")
      defer { find.reset() }
      try find.bind(1, key)
      return try find.step() ? find.blob(0) : nil
    }
  }

  // MARK: Entries

  func entries(
    in space: SpaceID,
    after position: Int,
    limit: Int
  ) throws(JournalError) -> [SyncEntry] {
    let condition = "position > ?2 ORDER BY position LIMIT ?3"
    let entries = try entries(in: space, by: "sync_numbers_position", condition) {
      find throws(SQLiteError) in
      try find.bind(2, position)
      try find.bind(3, limit)
    }
    return Array(zip(entries, (position + 1)...).prefix { $0.position == $1 }.map(\.0))
  }

  func entries(
    in space: SpaceID,
    of author: DeviceID,
    after number: Int,
    limit: Int
  ) throws(JournalError) -> [SyncEntry] {
    let condition = "author = \(term(.device)) AND number > ?3 ORDER BY number LIMIT ?4"
    let entries = try entries(in: space, condition) {
      find throws(SQLiteError) in
      try find.bind(2, author)
      try find.bind(3, number)
      try find.bind(4, limit)
    }
    return Array(zip(entries, (number + 1)...).prefix { $0.number == $1 }.map(\.0))
  }

  func entries(
    in space: SpaceID,
    for facts: [FactID]
  ) throws(JournalError) -> [FactID: SyncEntry] {
    var found: [FactID: SyncEntry] = [:]
    for fact in facts {
      let entries = try entries(
        in: space,
        by: "sync_numbers_seq",
        "entries.alias = 0 AND facts.id = ?2 ORDER BY position IS NULL LIMIT 1"
      ) {
        find throws(SQLiteError) in try find.bind(2, fact.rawValue)
      }
      found[fact] = entries.first
    }
    return found
  }

  /// The entries of a space, with a condition and an order.
  private func entries(
    in space: SpaceID,
    by index: String? = nil,
    _ condition: String,
    bind: (Statement) throws(SQLiteError) -> Void
  ) throws(JournalError) -> [SyncEntry] {
    try look { () throws(SQLiteError) in
      guard let key = try key(of: space) else { return [] }
      let find = try database.prepare(
        """
        SELECT author, number, facts.id, alias, position, entries.clock, refusal, received, tag, floor
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
  }

  /// The number of the term with the value `?2`, in the space `?1`; for a condition.
  private func term(_ sort: TermSort) -> String {
    "(SELECT key FROM terms WHERE space = ?1 AND sort = \(sort.rawValue) AND value = ?2)"
  }

  private func entry(_ found: Statement) throws(SQLiteError) -> SyncEntry {
    guard let fact = found.uint128(2), let author = try terms.device(found.int64(0)) else {
      throw SQLiteError.damagedRow("entry \(found.int64(1)) of the sync")
    }
    return SyncEntry(
      author: author,
      number: found.int(1),
      fact: FactID(rawValue: fact),
      isAlias: found.int(3) != 0,
      position: found.isNull(4) ? nil : found.int(4),
      verdict: verdict(found),
      received: found.isNull(7) ? nil : Instant(milliseconds: found.int64(7)),
      tag: UInt64(bitPattern: found.int64(8)),
      floor: HybridTime(rawValue: UInt64(bitPattern: found.int64(9)))
    )
  }

  private func verdict(_ found: Statement) -> SyncVerdict? {
    if !found.isNull(6) { return .refused(found.text(6)) }
    guard !found.isNull(5) else { return nil }
    return .taken(HybridTime(rawValue: UInt64(bitPattern: found.int64(5))))
  }

  // MARK: Facts

  func records(
    of facts: [FactID],
    in space: SpaceID
  ) throws(JournalError) -> [FactID: FactRecord] {
    var found: [FactID: FactRecord] = [:]
    for fact in try records(in: space, by: "facts_id", "id = ?2", for: facts.map(\.rawValue)) {
      found[fact.id] = fact
    }
    return found
  }

  func erasures(
    of entities: [EntityID],
    in space: SpaceID
  ) throws(JournalError) -> [EntityID: FactRecord] {
    let condition = "entity = \(term(.entity)) AND erasure = 1 ORDER BY seq"
    var found: [EntityID: FactRecord] = [:]
    let values = entities.map(\.rawValue)
    for fact in try records(in: space, by: "facts_erasures", condition, for: values) {
      guard let entity = fact.entity else { continue }
      found[entity] = found[entity] ?? fact
    }
    return found
  }

  /// The facts of a space for which a condition holds with one of the values.
  private func records(
    in space: SpaceID,
    by index: String,
    _ condition: String,
    for values: [UInt128]
  ) throws(JournalError) -> [FactRecord] {
    try look { () throws(SQLiteError) in
      guard let key = try key(of: space) else { return [] }
      let find = try database.prepare(
        """
        SELECT \(Reader.columns) FROM facts INDEXED BY \(index) WHERE space = ?1 AND \(condition)
        """
      )
      try find.bind(1, key)
      var found: [FactRecord] = []
      for value in values {
        try find.bind(2, value)
        found += try rows(find, of: key).map(\.fact)
      }
      return found
    }
  }

  func bootTimes(
    of facts: [FactID],
    in space: SpaceID
  ) throws(JournalError) -> [FactID: BootTime] {
    try look { () throws(SQLiteError) in
      guard let key = try key(of: space) else { return [:] }
      let find = try database.prepare(
        """
        SELECT boot, milliseconds FROM facts
        JOIN sync_made AS made ON made.space = facts.space AND made.seq = facts.seq
        WHERE facts.space = ?1 AND facts.id = ?2
        """
      )
      try find.bind(1, key)
      var found: [FactID: BootTime] = [:]
      for fact in facts {
        defer { find.reset() }
        try find.bind(2, fact.rawValue)
        guard try find.step() else { continue }
        found[fact] = BootTime(
          boot: UInt64(bitPattern: find.int64(0)),
          milliseconds: find.int64(1)
        )
      }
      return found
    }
  }

  func taken(
    _ stamps: Set<HybridTimestamp>,
    in space: SpaceID
  ) throws(JournalError) -> Set<HybridTimestamp> {
    try look { () throws(SQLiteError) in
      guard let key = try key(of: space) else { return [] }
      let find = try database.prepare(
        """
        SELECT 1 FROM sync_numbers AS entries INDEXED BY sync_numbers_clock
        JOIN facts ON facts.space = entries.space AND facts.seq = entries.seq
        WHERE entries.space = ?1 AND entries.alias = 0 AND entries.clock = ?3
          AND facts.device = \(term(.device))
        LIMIT 1
        """
      )
      try find.bind(1, key)
      var taken: Set<HybridTimestamp> = []
      for stamp in stamps {
        defer { find.reset() }
        try find.bind(2, stamp.device)
        try find.bind(3, Int64(bitPattern: stamp.clock.rawValue))
        if try find.step() { taken.insert(stamp) }
      }
      return taken
    }
  }

  func usage(of space: SpaceID) throws(JournalError) -> SpaceUsage {
    var kinds: [String: SpaceUsage.Kind] = [:]
    var last = 0
    while case let rows = try read(space, after: last, limit: 4096).rows, let end = rows.last {
      for row in rows {
        kinds[row.fact.kind, default: SpaceUsage.Kind()].facts += 1
        kinds[row.fact.kind, default: SpaceUsage.Kind()].bytes += row.fact.payload?.count ?? 0
      }
      last = end.sequence
    }
    return SpaceUsage(kinds: kinds)
  }
}
