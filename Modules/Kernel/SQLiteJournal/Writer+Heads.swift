import Core
import Journals
import SQLite

/// The heads of spaces that were last reported to a listener.
struct KnownHeads: Sendable {
  /// The last value of SQLite's counter of other connections' writes.
  fileprivate var changes: Int64 = 0
  fileprivate var heads: [SpaceID: Int] = [:]

  fileprivate mutating func note(_ changes: Int64, _ heads: [SpaceHead]) {
    self.changes = changes
    self.heads = Dictionary(heads.map { ($0.space, $0.sequence) }) { $1 }
  }
}

extension Writer {
  /// Records the current heads when a listener starts.
  func beginReporting(_ reported: inout KnownHeads) throws(JournalError) {
    ownHeads = ownHeads ?? [:]
    let changes = try othersChanges()
    reported.note(changes, try heads())
  }

  /// The heads that other connections have moved since the last call.
  ///
  /// Each listener has its own record: what was reported to one is still new to another.
  func news(since reported: inout KnownHeads) throws(JournalError) -> [SpaceHead] {
    let changes = try othersChanges()
    guard changes != reported.changes else { return [] }
    let heads = try heads()
    let known = reported.heads
    reported.note(changes, heads)
    return heads.filter { head in
      head.sequence != known[head.space] && head.sequence != ownHeads?[head.space]
    }
  }

  /// A number that differs whenever another connection has changed the file.
  ///
  /// Source: sqlite.org/pragma.html#pragma_data_version.
  private func othersChanges() throws(JournalError) -> Int64 {
    try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      try database.integer("PRAGMA data_version") ?? 0
    }
  }

  private func heads() throws(JournalError) -> [SpaceHead] {
    try ErrorTranslation.translated(path) { () throws(SQLiteError) in
      let find = try database.prepare("SELECT id, head FROM spaces")
      defer { find.reset() }
      var heads: [SpaceHead] = []
      while try find.step() {
        guard let space = find.uint128(0) else { throw SQLiteError.damagedRow("a space's id") }
        heads.append(SpaceHead(space: SpaceID(rawValue: space), sequence: find.int(1)))
      }
      return heads
    }
  }
}
