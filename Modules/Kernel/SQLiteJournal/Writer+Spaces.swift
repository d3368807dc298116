import Core
import Journals
import SQLite

extension Writer {
  /// Removes a whole space and its traces in the file.
  func erase(_ space: SpaceID) throws(JournalError) {
    try write { () throws(SQLiteError) in
      let find = try database.prepare("SELECT key FROM spaces WHERE id = ?")
      defer { find.reset() }
      try find.bind(1, space.rawValue)
      guard try find.step() else { return }
      let key = find.int64(0)
      find.reset()
      forgetHead()
      for table in Schema.tablesOfSpaces {
        let delete = try database.prepare("DELETE FROM \(table) WHERE space = ?")
        try delete.bind(1, key)
        try delete.run()
      }
      let delete = try database.prepare("DELETE FROM spaces WHERE key = ?")
      try delete.bind(1, key)
      try delete.run()
      try markForScrubbing()
    }
  }
}
