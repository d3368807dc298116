import Core
import Journals
import PostgreSQL

/// What the writing connection does besides appends.
struct Writer {
  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Stores a snapshot, replacing older ones of its set.
  func keep(_ snapshot: Snapshot) throws(PostgreSQLError) {
    // A journal that was erased or amended meanwhile refuses it; the lock keeps anything from changing
    // in between.
    let insert = WriteStatements.keep.with {
      $0.add(snapshot.space.rawValue)
      $0.add(snapshot.set)
      $0.add(snapshot.sequence)
      $0.add(snapshot.bytes)
      $0.add(Digest.of(snapshot.bytes).bytes)
    }
    let drop = WriteStatements.dropOldSnapshots.with {
      $0.add(snapshot.space.rawValue)
      $0.add(Snapshot.setsKept)
    }
    try change(snapshot.space, [insert, drop])
  }

  /// Claims the alarms that are due, each for one claimant until its lease ends.
  func claim(_ claim: AlarmClaim) throws(PostgreSQLError) -> [Alarm] {
    let found = try connection.run(
      CrossSpaceStatements.claim.with {
        $0.add(claim.now.milliseconds)
        $0.add(Array(claim.modules))
        $0.add(max(claim.limit, 0))
        $0.add(claim.until.milliseconds)
      }
    )
    let alarms = try found.map { row throws(PostgreSQLError) in
      Alarm(
        space: SpaceID(rawValue: try found.uuid(row, 0)),
        module: found.text(row, 1),
        key: AlarmKey(rawValue: found.text(row, 2)),
        at: Instant(milliseconds: try found.int64(row, 3))
      )
    }
    // The database returns the rows that it changed in no order.
    return alarms.sorted { a, b in
      (a.at, a.space, a.module, a.key.rawValue) < (b.at, b.space, b.module, b.key.rawValue)
    }
  }

  /// Removes all rows of a space.
  func erase(_ space: SpaceID) throws(PostgreSQLError) {
    try change(space, WriteStatements.erase.map { $0.with { $0.add(space.rawValue) } })
  }

  /// Runs statements in a transaction that has locked the space.
  private func change(_ space: SpaceID, _ queries: [BoundStatement]) throws(PostgreSQLError) {
    let lock = AppendStatements.lock.with { $0.add(space.rawValue) }
    _ = try connection.run(
      [AppendStatements.begin.alone, lock] + queries + [AppendStatements.commit.alone]
    )
  }
}

/// The statements of a ``Writer``.
enum WriteStatements {
  static let keep = Statement(
    "write keep",
    [.uuid, .bigint, .bigint, .bytea, .bytea],
    """
    INSERT INTO snapshots (space, set_id, seq, chain_hash, bytes, bytes_hash, kept)
    SELECT facts.space, $2, $3, chain_hash, $4, $5,
      (SELECT coalesce(max(kept), 0) + 1 FROM snapshots WHERE space = $1)
    FROM facts JOIN spaces ON spaces.space = facts.space
    WHERE facts.space = $1 AND facts.seq = $3 AND last_change <= $3
    ON CONFLICT (space, set_id) DO UPDATE SET seq = excluded.seq,
      chain_hash = excluded.chain_hash, bytes = excluded.bytes,
      bytes_hash = excluded.bytes_hash, kept = excluded.kept
      WHERE snapshots.seq <= excluded.seq
    """
  )

  static let dropOldSnapshots = Statement(
    "write drop old snapshots",
    [.uuid, .bigint],
    """
    DELETE FROM snapshots WHERE space = $1 AND set_id NOT IN (
      SELECT set_id FROM snapshots WHERE space = $1 ORDER BY kept DESC LIMIT $2)
    """
  )

  /// One statement for each table; that of the space itself is the last.
  static let erase = Schema.tablesOfSpaces.map {
    Statement("write erase \($0)", [.uuid], "DELETE FROM \($0) WHERE space = $1")
  }
}
