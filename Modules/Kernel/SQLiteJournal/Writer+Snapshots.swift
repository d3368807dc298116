import Core
import Journals
import SQLite

extension Writer {
  /// Stores a snapshot, replacing older ones of its set.
  func keep(_ snapshot: Snapshot) throws(JournalError) {
    try write { () throws(SQLiteError) in
      let find = try database.prepare(
        """
        SELECT key, chain_hash FROM spaces
        JOIN facts ON facts.space = spaces.key AND facts.seq = ?2
        WHERE spaces.id = ?1 AND last_erasure <= ?2 AND NOT EXISTS(
          SELECT 1 FROM snapshots WHERE space = spaces.key AND set_id = ?3 AND seq > ?2)
        """
      )
      defer { find.reset() }
      try find.bind(1, snapshot.space.rawValue)
      try find.bind(2, snapshot.sequence)
      try find.bind(3, Int64(bitPattern: snapshot.set))
      guard try find.step(), let chain = find.withBlob(1, { Digest($0) }) else { return }
      let space = find.int64(0)
      find.reset()
      try insert(snapshot, space, chain)
      try dropOldSnapshots(of: space)
    }
  }

  private func insert(
    _ snapshot: Snapshot,
    _ space: Int64,
    _ chain: Digest
  ) throws(SQLiteError) {
    // REPLACE gives it a new and greater key, by which the oldest are found.
    let insert = try database.prepare(
      """
      INSERT OR REPLACE INTO snapshots(space, set_id, seq, chain_hash, bytes, bytes_hash)
      VALUES (?, ?, ?, ?, ?, ?)
      """
    )
    try insert.bind(1, space)
    try insert.bind(2, Int64(bitPattern: snapshot.set))
    try insert.bind(3, snapshot.sequence)
    try insert.bind(4, chain)
    try insert.bind(5, snapshot.bytes)
    try insert.bind(6, Digest.of(snapshot.bytes))
    try insert.run()
    insert.clearBindings()
  }

  private func dropOldSnapshots(of space: Int64) throws(SQLiteError) {
    let drop = try database.prepare(
      """
      DELETE FROM snapshots WHERE space = ?1 AND key NOT IN (
        SELECT key FROM snapshots WHERE space = ?1 ORDER BY key DESC LIMIT ?2)
      """
    )
    try drop.bind(1, space)
    try drop.bind(2, Snapshot.setsKept)
    try drop.run()
  }
}
