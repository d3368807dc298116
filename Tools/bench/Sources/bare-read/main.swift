import CSQLite
import Glibc

// The floor of `trellis today`: a Swift program that opens the same file and reads one row.
var database: OpaquePointer?
var statement: OpaquePointer?
guard CommandLine.arguments.count == 2,
  sqlite3_open_v2(CommandLine.arguments[1], &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
  sqlite3_prepare_v2(database, "SELECT seq FROM facts LIMIT 1", -1, &statement, nil) == SQLITE_OK,
  sqlite3_step(statement) == SQLITE_ROW
else { exit(1) }
print(sqlite3_column_int64(statement, 0))
