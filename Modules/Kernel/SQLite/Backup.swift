import CSQLite

extension Database {
  /// Copies the whole database, as of one moment, into `target` and replaces its contents.
  ///
  /// Others may read and, with a write-ahead log, write meanwhile.
  public func backup(to target: Database) throws(SQLiteError) {
    guard let copy = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.lastError
    }
    // In a single step: a copy in several steps would start over whenever another connection
    // writes.
    let stepped = sqlite3_backup_step(copy, -1)
    let finished = sqlite3_backup_finish(copy)
    if stepped == SQLITE_DONE, finished == SQLITE_OK { return }
    if finished != SQLITE_OK { throw SQLiteError(finished, target.handle) }
    throw SQLiteError(extendedCode: stepped, message: String(cString: sqlite3_errstr(stepped)))
  }

  /// Copies the whole database into a file, and replaces the database in it if there is one.
  public func backup(to path: String) throws(SQLiteError) {
    try backup(to: Database(path: path, mode: .readWriteCreate))
  }
}
