/// The time of a database, so that nodes with wrong clocks agree on it.
package enum DatabaseTime {
  /// The milliseconds since 1970, as an expression in SQL.
  package static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
}
