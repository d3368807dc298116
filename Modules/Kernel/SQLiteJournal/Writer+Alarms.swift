import Core
import Journals
import SQLite

extension Writer {
  /// Claims the alarms that are due, each for one claimant until its lease ends.
  func claim(_ claim: AlarmClaim) throws(JournalError) -> [Alarm] {
    try write { () throws(SQLiteError) in
      let due = try due(claim)
      let mark = try database.prepare(
        """
        UPDATE alarms SET claimed_until = ?1
        WHERE space = (SELECT key FROM spaces WHERE id = ?2) AND module = ?3 AND key = ?4
        """
      )
      for alarm in due {
        try mark.bind(1, claim.until.milliseconds)
        try mark.bind(2, alarm.space.rawValue)
        try mark.bind(3, alarm.module)
        try mark.bind(4, alarm.key.rawValue)
        try mark.run()
      }
      return due
    }
  }

  private func due(_ claim: AlarmClaim) throws(SQLiteError) -> [Alarm] {
    let find = try database.prepare(
      """
      SELECT spaces.id, module, alarms.key, at FROM alarms JOIN spaces ON spaces.key = space
      WHERE at <= ?1 AND coalesce(claimed_until, at) <= ?1
      ORDER BY at, spaces.id, module, alarms.key
      """
    )
    defer { find.reset() }
    try find.bind(1, claim.now.milliseconds)
    var alarms: [Alarm] = []
    while alarms.count < claim.limit, try find.step() {
      guard let space = find.uint128(0) else { throw SQLiteError.damagedRow("an alarm") }
      guard claim.modules.contains(find.text(1)) else { continue }
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
