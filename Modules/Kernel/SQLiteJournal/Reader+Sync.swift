import Core
import Journals
import SQLite

/// Reads how spaces are synchronized.
///
/// The queries name their indexes: without statistics, SQLite uses the primary key instead and
/// reads a whole space.
extension Reader {
  func amendments(of space: SpaceID) throws(JournalError) -> [Amendment.Row] {
    let rows = try look { () throws(SQLiteError) -> [JournalRow] in
      guard let key = try key(of: space) else { return [] }
      let find = try database.prepare(
        """
        SELECT \(RowLayout.current.columns) FROM facts INDEXED BY facts_amendments
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
      return try syncState(key)
    }
  }

  private func syncState(_ key: Int64) throws(SQLiteError) -> [UInt8]? {
    let find = try database.prepare("SELECT state FROM sync_states WHERE space = ?")
    defer { find.reset() }
    try find.bind(1, key)
    return try find.step() ? find.blob(0) : nil
  }

  /// Answers a question from one state of the file.
  func standing(
    of space: SpaceID,
    for question: SyncQuestion
  ) throws(JournalError) -> SyncStanding {
    try look { () throws(SQLiteError) in
      var standing = SyncStanding()
      guard let place = try place(of: space) else { return standing }
      standing.head = place.head
      standing.state = try syncState(place.key)
      standing.known = try known(question.facts, place.key)
      // What the space does not have has no entry.
      standing.entries = try entries(for: standing.known, place.key)
      if let numbers = question.numbers { standing.numbered = try entries(numbers, place.key) }
      standing.taken = try taken(question.stamps, place.key)
      return standing
    }
  }

  /// The number of the term with the value `?2`, in the space `?1`; for a condition.
  func term(_ sort: TermSort) -> String {
    "(SELECT key FROM terms WHERE space = ?1 AND sort = \(sort.rawValue) AND value = ?2)"
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
        SELECT \(RowLayout.current.columns) FROM facts INDEXED BY \(index) WHERE space = ?1 AND \(condition)
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
