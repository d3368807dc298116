#include <sqlite3.h>

// Swift cannot call variadic C functions.
static inline int trellis_sqlite3_config_flag(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

// Must be called before all other functions of the library.
static inline int trellis_sqlite3_omit_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

// Swift does not import SQLITE_TRANSIENT, since its value is a cast.
static inline int trellis_sqlite3_bind_text(sqlite3_stmt *s, int i, const char *p, int n) {
  // A null pointer would bind NULL, not an empty text.
  return sqlite3_bind_text(s, i, p ? p : "", n, SQLITE_TRANSIENT);
}

static inline int trellis_sqlite3_bind_blob(sqlite3_stmt *s, int i, const void *p, int n) {
  // A null pointer would bind NULL, not an empty blob.
  return n == 0 ? sqlite3_bind_zeroblob(s, i, 0) : sqlite3_bind_blob(s, i, p, n, SQLITE_TRANSIENT);
}
