import Core
import Journals
import SQLite

/// When modules want to be woken.
extension Reader {
  /// Whether the claim would return any alarms.
  func isDue(_ claim: AlarmClaim) throws(JournalError) -> Bool {
    try look { () throws(SQLiteError) in
      let find = try database.prepare(
        "SELECT module FROM alarms WHERE at <= ?1 AND coalesce(claimed_until, at) <= ?1 ORDER BY at"
      )
      defer { find.reset() }
      try find.bind(1, claim.now.milliseconds)
      while try find.step() {
        if claim.modules.contains(find.text(0)) { return true }
      }
      return false
    }
  }

  func alarms(of space: SpaceID) throws(JournalError) -> Set<Alarm> {
    try look { () throws(SQLiteError) in
      guard let owner = try key(of: space) else { return [] }
      let find = try database.prepare("SELECT module, key, at FROM alarms WHERE space = ?")
      defer { find.reset() }
      try find.bind(1, owner)
      var alarms: Set<Alarm> = []
      while try find.step() {
        alarms.insert(
          Alarm(
            space: space,
            module: find.text(0),
            key: AlarmKey(rawValue: find.text(1)),
            at: Instant(milliseconds: find.int64(2))
          )
        )
      }
      return alarms
    }
  }

  func nextAlarm(of modules: Set<String>) throws(JournalError) -> Instant? {
    try look { () throws(SQLiteError) in
      let find = try database.prepare(
        "SELECT module, at, coalesce(claimed_until, at) FROM alarms ORDER BY at"
      )
      defer { find.reset() }
      var earliest: Int64?
      while try find.step() {
        // None of the following alarms is due before this one.
        if let earliest, find.int64(1) >= earliest { break }
        guard modules.contains(find.text(0)) else { continue }
        earliest = min(earliest ?? .max, max(find.int64(1), find.int64(2)))
      }
      return earliest.map { Instant(milliseconds: $0) }
    }
  }
}
