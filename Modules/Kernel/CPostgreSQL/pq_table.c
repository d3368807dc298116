#include "pq_table.h"

#include <library_table.h>
#include <pthread.h>

// The file name on Linux; the interface has had this version since PostgreSQL 8.2.
static const char file[] = "libpq.so.5";

// In the same order as the table.
static const char *const names[] = {
    "PQconninfoParse",
    "PQconninfoFree",
    "PQconnectStartParams",
    "PQconnectPoll",
    "PQfinish",
    "PQstatus",
    "PQtransactionStatus",
    "PQerrorMessage",
    "PQsocket",
    "PQbackendPID",
    "PQsslInUse",
    "PQsetErrorVerbosity",
    "PQsetNoticeReceiver",
    "PQsetnonblocking",
    "PQsendQuery",
    "PQsendPrepare",
    "PQsendQueryPrepared",
    "PQenterPipelineMode",
    "PQexitPipelineMode",
    "PQpipelineSync",
    "PQflush",
    "PQconsumeInput",
    "PQisBusy",
    "PQgetResult",
    "PQnotifies",
    "PQescapeIdentifier",
    "PQresultStatus",
    "PQresultErrorField",
    "PQntuples",
    "PQnfields",
    "PQcmdTuples",
    "PQfname",
    "PQgetisnull",
    "PQgetvalue",
    "PQgetlength",
    "PQclear",
    "PQfreemem",
};

enum { count = sizeof names / sizeof *names };

// One name per function of the table; otherwise the table would be filled past its end.
_Static_assert(sizeof(struct pq_table) == count * sizeof(void (*)(void)),
               "a name for each function of the table");

const struct pq_table *pq = NULL;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// A library that is installed later is found by a later call.
bool pq_load(void) {
  pthread_mutex_lock(&lock);
  if (pq == NULL) pq = library_table_load(file, names, count);
  bool is_loaded = pq != NULL;
  pthread_mutex_unlock(&lock);
  return is_loaded;
}
