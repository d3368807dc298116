#include <libpq-fe.h>

// Swift does not import macros that are characters, by which libpq names the fields of an error.
static inline const char *trellis_pq_state(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

static inline const char *trellis_pq_message(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}
