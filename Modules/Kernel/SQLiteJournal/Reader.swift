import Core
import Journals
import SQLite

/// The connection that reads, so that reads need not wait for a write; for one thread at a time.
final class Reader {
  private let path: String
  private let database: Database
  private let begin: Statement
  private let end: Statement
  private let findSpace: Statement
  private let findRows: Statement
  private let findHead: Statement
  private let findFact: Statement

  /// Opens a file that ``Writer`` has made sure is a journal.
  init(path: String, timeout: Int) throws(JournalError) {
    self.path = path
    let opened = try Trouble.translated(path) { () throws(SQLiteError) in
      let opened = try Database(path: path, mode: .readWrite, busyTimeout: timeout)
      try opened.keepLogOnClose()
      try opened.execute("PRAGMA query_only = ON; PRAGMA cell_size_check = ON")
      opened.countLogPages()
      return opened
    }
    database = opened
    (begin, end, findSpace) = try Trouble.translated(path) { () throws(SQLiteError) in
      (
        try opened.prepare("BEGIN"), try opened.prepare("COMMIT"),
        try opened.prepare("SELECT key FROM spaces WHERE id = ?")
      )
    }
    (findRows, findHead, findFact) = try Trouble.translated(path) { () throws(SQLiteError) in
      (
        try opened.prepare(
          """
          SELECT seq, id, clock, device, kind, version, entity, payload, payload_hash, chain_hash
          FROM facts WHERE space = ? AND seq > ? ORDER BY seq LIMIT ?
          """
        ),
        try opened.prepare("SELECT max(seq) FROM facts WHERE space = ?"),
        try opened.prepare("SELECT 1 FROM facts WHERE space = ? AND id = ?")
      )
    }
  }

  /// Runs `body` on one state of the file, however much is written meanwhile.
  private func look<T>(_ body: () throws(SQLiteError) -> T) throws(JournalError) -> T {
    try Trouble.translated(path) { () throws(SQLiteError) in
      try begin.run()
      do throws(SQLiteError) {
        let value = try body()
        try end.run()
        return value
      } catch {
        database.rollback()
        throw error
      }
    }
  }

  private func key(of space: SpaceID) throws(SQLiteError) -> Int64? {
    defer { findSpace.reset() }
    try findSpace.bind(1, space.rawValue)
    return try findSpace.step() ? findSpace.int64(0) : nil
  }

  func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  ) throws(JournalError) -> JournalPage {
    try look { () throws(SQLiteError) in
      guard let key = try key(of: space) else { return JournalPage(rows: [], head: 0) }
      let rows = try rows(of: key, after: max(sequence, 0), limit: max(limit, 0))
      // Fewer than asked for: the last one is the head.
      if let last = rows.last, rows.count < limit {
        return JournalPage(rows: rows, head: last.sequence)
      }
      defer { findHead.reset() }
      try findHead.bind(1, key)
      let head = try findHead.step() ? findHead.int(0) : 0
      return JournalPage(rows: rows, head: head)
    }
  }

  private func rows(
    of key: Int64,
    after sequence: Int,
    limit: Int
  ) throws(SQLiteError) -> [JournalRow] {
    defer { findRows.reset() }
    try findRows.bind(1, key)
    try findRows.bind(2, sequence)
    try findRows.bind(3, limit)
    var rows: [JournalRow] = []
    rows.reserveCapacity(min(limit, 512))
    var kind = ""
    while try findRows.step() { rows.append(try row(findRows, kind: &kind)) }
    return rows
  }

  /// - Parameter kind: that of the row before, used again when it is the same: it mostly is.
  private func row(_ found: Statement, kind: inout String) throws(SQLiteError) -> JournalRow {
    found.refreshText(4, &kind)
    guard let id = found.uint128(1), let payloadHash = found.withBlob(8, { Digest($0) }),
      let chainHash = found.withBlob(9, { Digest($0) })
    else { throw SQLiteError.damagedRow("row \(found.int64(0))") }
    let entity = found.uint128(6)
    guard entity != nil || found.isNull(6) else {
      throw SQLiteError.damagedRow("row \(found.int64(0))")
    }
    return JournalRow(
      sequence: found.int(0),
      id: FactID(rawValue: id),
      stamp: Stamp(
        clock: HybridTime(rawValue: UInt64(bitPattern: found.int64(2))),
        device: DeviceID(rawValue: UInt64(bitPattern: found.int64(3)))
      ),
      kind: kind,
      version: found.int(5),
      entity: entity.map { EntityID(rawValue: $0) },
      payload: found.isNull(7) ? nil : found.blob(7),
      payloadHash: payloadHash,
      chainHash: chainHash
    )
  }

  func known(_ facts: [FactID], in space: SpaceID) throws(JournalError) -> Set<FactID> {
    try look { () throws(SQLiteError) in
      guard let key = try key(of: space) else { return [] }
      var known: Set<FactID> = []
      defer { findFact.reset() }
      try findFact.bind(1, key)
      for fact in facts {
        try findFact.bind(2, fact.rawValue)
        if try findFact.step() { known.insert(fact) }
        findFact.reset()
      }
      return known
    }
  }

  func snapshot(of space: SpaceID, set: UInt64) throws(JournalError) -> Snapshot? {
    try look { () throws(SQLiteError) in
      guard let key = try key(of: space) else { return nil }
      let find = try database.prepare(
        """
        SELECT seq, chain_hash, bytes, bytes_hash FROM snapshots WHERE space = ? AND set_id = ?
        """
      )
      defer { find.reset() }
      try find.bind(1, key)
      try find.bind(2, Int64(bitPattern: set))
      guard try find.step(), let chain = find.withBlob(1, { Digest($0) }) else { return nil }
      // A damaged snapshot is as good as none: the journal itself has all it was made from.
      let hash = find.withBlob(2) { Digest(hashing: $0) }
      guard find.withBlob(3, { Digest($0) }) == hash else { return nil }
      return Snapshot(
        space: space,
        set: set,
        sequence: find.int(0),
        chainHash: chain,
        bytes: find.blob(2)
      )
    }
  }

  func alarms(dueAt now: Instant, limit: Int) throws(JournalError) -> [Alarm] {
    try look { () throws(SQLiteError) in
      let find = try database.prepare(
        """
        SELECT spaces.id, module, alarms.key, at FROM alarms JOIN spaces ON spaces.key = space
        WHERE at <= ? ORDER BY at, spaces.id, module, alarms.key LIMIT ?
        """
      )
      defer { find.reset() }
      try find.bind(1, now.milliseconds)
      try find.bind(2, max(limit, 0))
      var alarms: [Alarm] = []
      while try find.step() {
        guard let space = find.uint128(0) else { throw SQLiteError.damagedRow("an alarm") }
        alarms.append(
          Alarm(
            space: SpaceID(rawValue: space),
            module: find.text(1),
            key: AlarmKey(rawValue: find.text(2)),
            at: Instant(milliseconds: find.int64(3))
          )
        )
      }
      return alarms
    }
  }

  func nextAlarm() throws(JournalError) -> Instant? {
    try look { () throws(SQLiteError) in
      let find = try database.prepare("SELECT at FROM alarms ORDER BY at LIMIT 1")
      defer { find.reset() }
      return try find.step() ? Instant(milliseconds: find.int64(0)) : nil
    }
  }

  func spaces() throws(JournalError) -> [SpaceID] {
    try look { () throws(SQLiteError) in
      let find = try database.prepare("SELECT id FROM spaces ORDER BY id")
      defer { find.reset() }
      var spaces: [SpaceID] = []
      while try find.step() {
        guard let id = find.uint128(0) else { throw SQLiteError.damagedRow("a space's id") }
        spaces.append(SpaceID(rawValue: id))
      }
      return spaces
    }
  }

  func findings() throws(JournalError) -> [String] {
    try look { () throws(SQLiteError) in try database.integrityFindings() }
  }
}
