import Core
import Journals
import PostgreSQL

/// The statements that read where facts are in the order of a server, and in that of their authors.
enum EntryStatements {
  private static let columns = """
    author, number, fact, alias, position, clock, refusal, received, tag, floor
    """

  static let state = Statement(
    "entries state",
    [.uuid],
    "SELECT state FROM sync_states WHERE space = $1"
  )

  static let byPosition = Statement(
    "entries by position",
    [.uuid, .bigint, .bigint],
    """
    SELECT \(columns) FROM sync_numbers WHERE space = $1 AND position > $2
    ORDER BY position LIMIT $3
    """
  )

  static func byNumbers(_ numbers: SyncQuestion.Numbers, _ space: SpaceID) -> BoundStatement {
    byNumber.with {
      $0.add(space.rawValue)
      $0.add(numbers.author.rawValue)
      $0.add(numbers.after)
      $0.add(max(numbers.limit, 0))
    }
  }

  private static let byNumber = Statement(
    "entries by number",
    [.uuid, .bigint, .bigint, .bigint],
    """
    SELECT \(columns) FROM sync_numbers WHERE space = $1 AND author = $2 AND number > $3
    ORDER BY number LIMIT $4
    """
  )

  static func byFacts(_ facts: [FactID], _ space: SpaceID) -> BoundStatement {
    byFact.with {
      $0.add(space.rawValue)
      $0.add(facts.map(\.rawValue))
    }
  }

  /// Of several entries of a fact, the one with a position.
  private static let byFact = Statement(
    "entries by fact",
    [.uuid, .uuids],
    """
    SELECT \(columns) FROM unnest($2) AS wanted,
      LATERAL (SELECT * FROM sync_numbers WHERE space = $1 AND fact = wanted AND NOT alias
        ORDER BY position IS NULL, author, number LIMIT 1) AS found
    """
  )

  static func taken(_ stamps: [HybridTimestamp], _ space: SpaceID) -> BoundStatement {
    takenStamps.with {
      $0.add(space.rawValue)
      $0.add(stamps.map { Int64(bitPattern: $0.clock.rawValue) })
      $0.add(stamps.map { Int64(bitPattern: $0.device.rawValue) })
    }
  }

  private static let takenStamps = Statement(
    "entries taken",
    [.uuid, .bigints, .bigints],
    """
    SELECT stamps.clock, stamps.device FROM unnest($2, $3) AS stamps (clock, device)
    WHERE (
      SELECT true FROM sync_numbers AS entries
      WHERE entries.space = $1 AND NOT entries.alias AND entries.clock = stamps.clock
        AND stamps.device =
          (SELECT facts.device FROM facts WHERE facts.space = $1 AND facts.id = entries.fact)
      LIMIT 1)
    """
  )

  /// The timestamps in the answer to ``taken(_:_:)``.
  static func taken(_ found: Rows) throws(PostgreSQLError) -> Set<HybridTimestamp> {
    let taken = try found.map { row throws(PostgreSQLError) in
      HybridTimestamp(
        clock: HybridTime(rawValue: try found.uint64(row, 0)),
        device: DeviceID(rawValue: try found.uint64(row, 1))
      )
    }
    return Set(taken)
  }
}

/// Rows with the columns of ``EntryStatements``.
struct EntryRows {
  private let found: Rows

  init(_ found: Rows) { self.found = found }

  func all() throws(PostgreSQLError) -> [SyncEntry] {
    try found.map { row throws(PostgreSQLError) in try entry(row) }
  }

  private func entry(_ row: Int) throws(PostgreSQLError) -> SyncEntry {
    SyncEntry(
      author: DeviceID(rawValue: try found.uint64(row, 0)),
      number: try found.int(row, 1),
      fact: FactID(rawValue: try found.uuid(row, 2)),
      isAlias: try found.bool(row, 3),
      position: found.isNull(row, 4) ? nil : try found.int(row, 4),
      verdict: try verdict(row),
      received: found.isNull(row, 7) ? nil : Instant(milliseconds: try found.int64(row, 7)),
      tag: try found.uint64(row, 8),
      floor: HybridTime(rawValue: try found.uint64(row, 9))
    )
  }

  private func verdict(_ row: Int) throws(PostgreSQLError) -> SyncVerdict? {
    if !found.isNull(row, 6) { return .refused(found.text(row, 6)) }
    guard !found.isNull(row, 5) else { return nil }
    return .taken(HybridTime(rawValue: try found.uint64(row, 5)))
  }
}
