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
    try look { () throws(SQLiteError) in
      guard position < .max, let key = try key(of: space) else { return [] }
      let find = try runs(
        by: "sync_runs_position",
        """
        position <= ?3 AND position >= coalesce((
          SELECT max(position) FROM sync_runs INDEXED BY sync_runs_position
          WHERE space = ?1 AND position <= ?2), 0)
        ORDER BY position
        """
      )
      defer { find.reset() }
      try find.bind(1, key)
      try find.bind(2, position + 1)
      try find.bind(3, Reader.end(of: limit, after: position))
      return try entries(find, key, after: position, limit: limit, by: \.position)
    }
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
    guard numbers.after < .max, let author = try number(of: numbers.author, in: key) else {
      return []
    }
    let find = try runs(
      """
      author = ?4 AND number <= ?3 AND number >= coalesce((
        SELECT max(number) FROM sync_runs WHERE space = ?1 AND author = ?4 AND number <= ?2), 0)
      ORDER BY number
      """
    )
    defer { find.reset() }
    try find.bind(1, key)
    try find.bind(2, numbers.after + 1)
    try find.bind(3, Reader.end(of: numbers.limit, after: numbers.after))
    try find.bind(4, author)
    return try entries(find, key, after: numbers.after, limit: numbers.limit, by: \.number)
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
    let find = try database.prepare("SELECT seq FROM facts WHERE id = ? AND space = ?")
    var rows: [Int] = []
    for fact in facts {
      defer { find.reset() }
      try find.bind(1, fact.rawValue)
      try find.bind(2, key)
      if try find.step() { rows.append(find.int(0)) }
    }
    rows.sort()
    var found: [FactID: SyncEntry] = [:]
    var rest = rows[...]
    while let first = rest.first {
      // Facts of a push lie side by side, and are in the same runs.
      let near = rest.prefix { $0 <= first &+ EntryRun.most }
      for entry in try entries(forRows: near, key)
      where found[entry.fact]?.position == nil { found[entry.fact] = entry }
      rest = rest.dropFirst(near.count)
    }
    return found
  }

  /// The entries that stand for some rows, in order, without aliases.
  private func entries(
    forRows rows: ArraySlice<Int>,
    _ key: Int64
  ) throws(SQLiteError) -> [SyncEntry] {
    guard let first = rows.first, let last = rows.last else { return [] }
    let find = try runs(
      by: "sync_runs_seq",
      "alias = 0 AND seq > ?2 AND seq <= ?3"
    )
    defer { find.reset() }
    try find.bind(1, key)
    try find.bind(2, first &- EntryRun.most)
    try find.bind(3, last)
    let wanted = Set(rows)
    var entries: [SyncEntry] = []
    while try find.step() {
      let run = try EntryRun(find, from: 1)
      let found = run.entries.filter { wanted.contains($0.place.row) }
      entries += try self.entries(found, of: try author(find, key), key)
    }
    return entries
  }

  // MARK: Runs

  /// Finds the runs of the space `?1` for which a condition holds.
  private func runs(
    by index: String? = nil,
    _ condition: String
  ) throws(SQLiteError) -> Statement {
    try database.prepare(
      """
      SELECT author, \(EntryRun.columns)
      FROM sync_runs \(index.map { "INDEXED BY \($0)" } ?? "")
      WHERE space = ?1 AND \(condition)
      """
    )
  }

  /// The greatest number of `limit` entries after a number.
  private static func end(of limit: Int, after number: Int) -> Int {
    let (end, isTooLate) = number.addingReportingOverflow(limit)
    return isTooLate ? .max : end
  }

  /// The entries in the runs that a statement finds, up to the first number that is missing.
  private func entries(
    _ find: Statement,
    _ key: Int64,
    after start: Int,
    limit: Int,
    by number: (EntryPlace) -> Int?
  ) throws(SQLiteError) -> [SyncEntry] {
    var last = start
    var found: [SyncEntry] = []
    while found.count < limit, try find.step() {
      let run = try EntryRun(find, from: 1)
      let next = run.entries.drop { (number($0.place) ?? 0) <= last }.prefix(limit - found.count)
      guard let first = next.first.flatMap({ number($0.place) }), first == last + 1 else { break }
      let entries = try entries(next, of: try author(find, key), key)
      found += entries
      last += entries.count
      guard entries.count == next.count else { break }
    }
    return found
  }

  private func author(_ found: Statement, _ key: Int64) throws(SQLiteError) -> DeviceID {
    terms.select(key)
    guard let author = try terms.device(found.int64(0)) else {
      throw SQLiteError.damagedRow("sync entry \(found.int64(1))")
    }
    return author
  }

  /// The number of a device in a space; nil if nothing in it is of that device.
  private func number(of device: DeviceID, in key: Int64) throws(SQLiteError) -> Int64? {
    let find = try database.prepare("SELECT \(term(.device))")
    defer { find.reset() }
    try find.bind(1, key)
    try find.bind(2, device)
    return try find.step() && !find.isNull(0) ? find.int64(0) : nil
  }

  /// Entries of one run with the facts for which they stand, up to the first that is not there.
  private func entries(
    _ stored: some Collection<StoredEntry>,
    of author: DeviceID,
    _ key: Int64
  ) throws(SQLiteError) -> [SyncEntry] {
    let find = try database.prepare(
      "SELECT id, seq, reading FROM facts WHERE space = ? AND seq >= ? ORDER BY seq"
    )
    defer { find.reset() }
    guard let first = stored.first else { return [] }
    try find.bind(1, key)
    try find.bind(2, first.place.row)
    var entries: [SyncEntry] = []
    for stored in stored {
      var isThere = try find.step()
      while isThere, find.int(1) < stored.place.row { isThere = try find.step() }
      guard isThere, find.int(1) == stored.place.row else { break }
      guard let fact = find.uint128(0).map(FactID.init(rawValue:)) else {
        throw SQLiteError.damagedRow("row \(stored.place.row)")
      }
      entries.append(
        stored.entry(of: author, about: fact, clock: fact.clock(at: find.int64(2)))
      )
    }
    return entries
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
    var taken: Set<HybridTimestamp> = []
    for (device, stamps) in Dictionary(grouping: stamps, by: \.device) {
      guard let number = try number(of: device, in: key) else { continue }
      let readings = try TakenReadings(database, in: key, of: number)
        .contained(in: stamps.map(\.clock.rawValue))
      for reading in readings {
        taken.insert(HybridTimestamp(clock: HybridTime(rawValue: reading), device: device))
      }
    }
    return taken
  }
}
