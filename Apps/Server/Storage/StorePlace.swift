import PostgreSQLJournal

/// Where a store is kept.
public enum StorePlace: Sendable {
  /// In a file at this path; `-wal`, `-shm` and `.lock` are beside it.
  case file(String)
  /// In a PostgreSQL database, which several nodes may use at once.
  ///
  /// The tables of each store are in a schema beside that of the connection: accounts in
  /// `public_accounts` if the connection's is `public`.
  case postgreSQL(PostgreSQLSettings)
}
