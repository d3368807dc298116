import Core
import Journals
import PostgreSQL

/// Reads how spaces are synchronized.
extension Reader {
  func syncState(of space: SpaceID) throws(PostgreSQLError) -> [UInt8]? {
    state(in: try look(EntryStatements.state.with { $0.add(space.rawValue) }))
  }

  private func state(in found: Rows) -> [UInt8]? { found.isEmpty ? nil : found.bytes(0, 0) }

  /// Answers a question from one state of the database, in one round trip.
  func standing(
    of space: SpaceID,
    for question: SyncQuestion
  ) throws(PostgreSQLError) -> SyncStanding {
    let numbers =
      question.numbers ?? SyncQuestion.Numbers(author: DeviceID(rawValue: 0), after: 0, limit: 0)
    let answers = try look([
      ReadStatements.head.with { $0.add(space.rawValue) },
      EntryStatements.state.with { $0.add(space.rawValue) },
      ReadStatements.known(question.facts, space),
      EntryStatements.byFacts(question.facts, space),
      EntryStatements.byNumbers(numbers, space),
      EntryStatements.taken(Array(question.stamps), space),
    ])
    var standing = SyncStanding()
    standing.head = answers[0].isEmpty ? 0 : try answers[0].int(0, 0)
    standing.state = state(in: answers[1])
    standing.known = try known(answers[2])
    standing.entries = try entriesByFact(answers[3])
    standing.numbered = try EntryRows(answers[4]).all().consecutive(\.number, after: numbers.after)
    standing.taken = try EntryStatements.taken(answers[5])
    return standing
  }

  // MARK: Entries

  func entries(
    in space: SpaceID,
    after position: Int,
    limit: Int
  ) throws(PostgreSQLError) -> [SyncEntry] {
    let found = try look(
      EntryStatements.byPosition.with {
        $0.add(space.rawValue)
        $0.add(position)
        $0.add(max(limit, 0))
      }
    )
    return try EntryRows(found).all().consecutive(\.position, after: position)
  }

  func entries(
    _ numbers: SyncQuestion.Numbers,
    in space: SpaceID
  ) throws(PostgreSQLError) -> [SyncEntry] {
    let found = try look(EntryStatements.byNumbers(numbers, space))
    return try EntryRows(found).all().consecutive(\.number, after: numbers.after)
  }

  func entries(
    for facts: [FactID],
    in space: SpaceID
  ) throws(PostgreSQLError) -> [FactID: SyncEntry] {
    try entriesByFact(try look(EntryStatements.byFacts(facts, space)))
  }

  private func entriesByFact(_ found: Rows) throws(PostgreSQLError) -> [FactID: SyncEntry] {
    var entries: [FactID: SyncEntry] = [:]
    for entry in try EntryRows(found).all() { entries[entry.fact] = entry }
    return entries
  }

  func taken(
    _ stamps: Set<HybridTimestamp>,
    in space: SpaceID
  ) throws(PostgreSQLError) -> Set<HybridTimestamp> {
    try EntryStatements.taken(try look(EntryStatements.taken(Array(stamps), space)))
  }

  // MARK: Facts

  func records(
    of facts: [FactID],
    in space: SpaceID
  ) throws(PostgreSQLError) -> [FactID: FactRecord] {
    let found = try look(
      ReadStatements.records.with {
        $0.add(space.rawValue)
        $0.add(facts.map(\.rawValue))
      }
    )
    var records: [FactID: FactRecord] = [:]
    for row in try FactRows(found).all() { records[row.fact.id] = row.fact }
    return records
  }

  func erasures(
    of entities: [EntityID],
    in space: SpaceID
  ) throws(PostgreSQLError) -> [EntityID: FactRecord] {
    let found = try look(
      ReadStatements.erasures.with {
        $0.add(space.rawValue)
        $0.add(entities.map(\.rawValue))
      }
    )
    var erasures: [EntityID: FactRecord] = [:]
    for row in try FactRows(found).all() {
      guard let entity = row.fact.entity else { continue }
      erasures[entity] = erasures[entity] ?? row.fact
    }
    return erasures
  }

  func bootTimes(
    of facts: [FactID],
    in space: SpaceID
  ) throws(PostgreSQLError) -> [FactID: BootTime] {
    let found = try look(
      ReadStatements.bootTimes.with {
        $0.add(space.rawValue)
        $0.add(facts.map(\.rawValue))
      }
    )
    var times: [FactID: BootTime] = [:]
    for row in 0..<found.count {
      times[FactID(rawValue: try found.uuid(row, 0))] = BootTime(
        boot: try found.uint64(row, 1),
        milliseconds: try found.int64(row, 2)
      )
    }
    return times
  }

  func usage(of space: SpaceID) throws(PostgreSQLError) -> SpaceUsage {
    let found = try look(ReadStatements.usage.with { $0.add(space.rawValue) })
    var kinds: [String: SpaceUsage.Kind] = [:]
    for row in 0..<found.count {
      kinds[found.text(row, 0)] = SpaceUsage.Kind(
        facts: try found.int(row, 1),
        bytes: try found.int(row, 2)
      )
    }
    return SpaceUsage(kinds: kinds)
  }
}
