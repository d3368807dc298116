import Core
import PostgreSQL

/// The statements that read one space.
///
/// Where several values are looked for, each is looked up by itself, by a subquery that PostgreSQL
/// cannot turn into a join: with `= ANY` or a join it may read the whole space instead, since it
/// takes every space for one of average size.
enum ReadStatements {
  /// Every following statement sees the state of the first one, whatever is written meanwhile.
  static let begin = Statement(
    "read begin",
    "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
  )
  static let end = Statement("read end", "COMMIT")

  /// The columns of a row of facts, as ``FactRows`` expects them.
  private static let columns = """
    seq, id, clock, device, kind, version, entity, payload, payload_hash, chain_hash, erases
    """

  static let head = Statement("read head", [.uuid], "SELECT head FROM spaces WHERE space = $1")

  static let rows = Statement(
    "read rows",
    [.uuid, .bigint, .bigint],
    "SELECT \(columns) FROM facts WHERE space = $1 AND seq > $2 ORDER BY seq LIMIT $3"
  )

  static let amendments = Statement(
    "read amendments",
    [.uuid],
    "SELECT \(columns) FROM facts WHERE space = $1 AND amends ORDER BY seq"
  )

  static func known(_ facts: some Sequence<FactID>, _ space: SpaceID) -> BoundStatement {
    knownFacts.with {
      $0.add(space.rawValue)
      $0.add(facts.map(\.rawValue))
    }
  }

  private static let knownFacts = Statement(
    "read known",
    [.uuid, .uuids],
    """
    SELECT wanted FROM unnest($2) AS wanted
    WHERE (SELECT true FROM facts WHERE space = $1 AND id = wanted)
    """
  )

  /// The journal must still have the row that the snapshot was made at.
  static let snapshot = Statement(
    "read snapshot",
    [.uuid, .bigint, .bigint],
    """
    SELECT snapshots.seq, bytes, bytes_hash FROM snapshots
    JOIN facts ON facts.space = snapshots.space AND facts.seq = snapshots.seq
    WHERE snapshots.space = $1 AND set_id = $2 AND snapshots.seq BETWEEN 1 AND $3
      AND facts.chain_hash = snapshots.chain_hash
    """
  )

  static let records = Statement(
    "read records",
    [.uuid, .uuids],
    """
    SELECT \(columns) FROM unnest($2) AS wanted,
      LATERAL (SELECT * FROM facts WHERE space = $1 AND id = wanted OFFSET 0) AS found
    """
  )

  static let erasures = Statement(
    "read erasures",
    [.uuid, .uuids],
    """
    SELECT \(columns) FROM facts WHERE space = $1 AND entity = ANY($2) AND erases ORDER BY seq
    """
  )

  static let bootTimes = Statement(
    "read boot times",
    [.uuid, .uuids],
    """
    SELECT fact, boot, milliseconds FROM unnest($2) AS wanted,
      LATERAL (SELECT * FROM sync_made WHERE space = $1 AND fact = wanted OFFSET 0) AS found
    """
  )

  static let alarms = Statement(
    "read alarms",
    [.uuid],
    "SELECT module, key, at FROM alarms WHERE space = $1"
  )

  static let usage = Statement(
    "read usage",
    [.uuid],
    """
    SELECT kind, count(*), coalesce(sum(octet_length(payload)), 0)::bigint FROM facts
    WHERE space = $1 GROUP BY kind
    """
  )
}
