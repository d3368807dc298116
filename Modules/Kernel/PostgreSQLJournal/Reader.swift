import Core
import Journals
import PostgreSQL

/// Reads from one connection; each call sees one consistent state of the database.
struct Reader {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Runs several statements on one state of the database, in one round trip.
  func look(_ queries: [BoundStatement]) throws(PostgreSQLError) -> [Rows] {
    let answers = try connection.run(
      [ReadStatements.begin.alone] + queries + [ReadStatements.end.alone]
    )
    return Array(answers.dropFirst().dropLast())
  }

  func look(_ query: BoundStatement) throws(PostgreSQLError) -> Rows { try connection.run(query) }

  func read(
    _ space: SpaceID,
    after sequence: Int,
    limit: Int
  ) throws(PostgreSQLError) -> JournalPage {
    let head = ReadStatements.head.with { $0.add(space.rawValue) }
    let rows = ReadStatements.rows.with {
      $0.add(space.rawValue)
      $0.add(max(sequence, 0))
      $0.add(max(limit, 0))
    }
    let answers = try look([head, rows])
    return JournalPage(
      rows: try FactRows(answers[1]).all(),
      head: answers[0].isEmpty ? 0 : try answers[0].int(0, 0)
    )
  }

  func amendments(of space: SpaceID) throws(PostgreSQLError) -> [JournalRow] {
    try FactRows(try look(ReadStatements.amendments.with { $0.add(space.rawValue) })).all()
  }

  func known(
    _ facts: [FactID],
    in space: SpaceID
  ) throws(PostgreSQLError) -> Set<FactID> {
    if facts.isEmpty { return [] }
    return try known(try look(ReadStatements.known(facts, space)))
  }

  /// The facts in the answer to ``ReadStatements/known(_:_:)``.
  func known(_ found: Rows) throws(PostgreSQLError) -> Set<FactID> {
    let known = try found.map { row throws(PostgreSQLError) in
      FactID(rawValue: try found.uuid(row, 0))
    }
    return Set(known)
  }

  /// The snapshot of a set, if it is intact and does not reach beyond row `last`.
  func snapshot(
    of space: SpaceID,
    set: UInt64,
    upTo last: Int
  ) throws(PostgreSQLError) -> Snapshot? {
    let found = try look(
      ReadStatements.snapshot.with {
        $0.add(space.rawValue)
        $0.add(set)
        $0.add(last)
      }
    )
    guard !found.isEmpty else { return nil }
    let bytes = found.bytes(0, 1)
    // A damaged snapshot is ignored: the journal has everything it was made from.
    guard found.withBytes(0, 2, { Digest($0) }) == Digest.of(bytes) else { return nil }
    return Snapshot(space: space, set: set, sequence: try found.int(0, 0), bytes: bytes)
  }

  func alarms(of space: SpaceID) throws(PostgreSQLError) -> Set<Alarm> {
    let found = try look(ReadStatements.alarms.with { $0.add(space.rawValue) })
    return Set(
      try found.map { row throws(PostgreSQLError) in
        Alarm(
          space: space,
          module: found.text(row, 0),
          key: AlarmKey(rawValue: found.text(row, 1)),
          at: Instant(milliseconds: try found.int64(row, 2))
        )
      }
    )
  }

  // MARK: All spaces

  func isDue(_ claim: AlarmClaim) throws(PostgreSQLError) -> Bool {
    let found = try look(
      CrossSpaceStatements.isDue.with {
        $0.add(claim.now.milliseconds)
        $0.add(Array(claim.modules))
      }
    )
    return try found.bool(0, 0)
  }

  func nextAlarm(of modules: Set<String>) throws(PostgreSQLError) -> Instant? {
    let found = try look(CrossSpaceStatements.nextAlarm.with { $0.add(Array(modules)) })
    return found.isNull(0, 0) ? nil : Instant(milliseconds: try found.int64(0, 0))
  }

  func spaces() throws(PostgreSQLError) -> [SpaceID] {
    let found = try look(CrossSpaceStatements.spaces.alone)
    return try found.map { row throws(PostgreSQLError) in
      SpaceID(rawValue: try found.uuid(row, 0))
    }
  }

  func heads(of spaces: [UInt128]) throws(PostgreSQLError) -> [SpaceHead] {
    let found = try look(CrossSpaceStatements.heads.with { $0.add(spaces) })
    return try found.map { row throws(PostgreSQLError) in
      let space = SpaceID(rawValue: try found.uuid(row, 0))
      return SpaceHead(space: space, sequence: try found.int(row, 1))
    }
  }
}

/// Rows with the columns of ``ReadStatements/columns``.
struct FactRows {
  private let found: Rows

  init(_ found: Rows) { self.found = found }

  func all() throws(PostgreSQLError) -> [JournalRow] {
    try found.map { index throws(PostgreSQLError) in try row(index) }
  }

  func row(_ index: Int) throws(PostgreSQLError) -> JournalRow {
    let sequence = try found.int(index, 0)
    guard let payloadHash = found.withBytes(index, 8, { Digest($0) }),
      let chainHash = found.withBytes(index, 9, { Digest($0) })
    else { throw .damaged("row \(sequence) has a hash of another length") }
    let entity = found.isNull(index, 6) ? nil : EntityID(rawValue: try found.uuid(index, 6))
    let fact = FactRecord(
      id: FactID(rawValue: try found.uuid(index, 1)),
      stamp: HybridTimestamp(
        clock: HybridTime(rawValue: try found.uint64(index, 2)),
        device: DeviceID(rawValue: try found.uint64(index, 3))
      ),
      kind: found.text(index, 4),
      version: try found.int(index, 5),
      entity: entity,
      payload: found.isNull(index, 7) ? nil : found.bytes(index, 7),
      payloadHash: payloadHash,
      erases: try found.bool(index, 10)
    )
    return JournalRow(sequence: sequence, fact: fact, chainHash: chainHash)
  }
}
