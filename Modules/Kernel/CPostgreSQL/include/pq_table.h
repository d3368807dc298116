// The functions of libpq (https://www.postgresql.org/docs/current/libpq.html) for reaching a
// PostgreSQL server, as a table that is filled when the first connection is made: a server that keeps
// its data in files then needs neither libpq nor the libraries that come with it.
//
// The types are libpq's own binary interface, so that its headers are not needed to build. The inline
// functions have libpq's names, under which its documentation describes them.
#ifndef TRELLIS_PQ_TABLE_H
#define TRELLIS_PQ_TABLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef unsigned int Oid;

typedef enum { CONNECTION_OK, CONNECTION_BAD } ConnStatusType;

typedef enum {
  PGRES_POLLING_FAILED,
  PGRES_POLLING_READING,
  PGRES_POLLING_WRITING,
  PGRES_POLLING_OK,
} PostgresPollingStatusType;

typedef enum {
  PGRES_COMMAND_OK = 1,
  PGRES_TUPLES_OK = 2,
  PGRES_FATAL_ERROR = 7,
  PGRES_PIPELINE_SYNC = 10,
  PGRES_PIPELINE_ABORTED = 11,
} ExecStatusType;

typedef enum {
  PQTRANS_IDLE,
  PQTRANS_ACTIVE,
  PQTRANS_INTRANS,
  PQTRANS_INERROR,
  PQTRANS_UNKNOWN,
} PGTransactionStatusType;

typedef enum { PQERRORS_TERSE, PQERRORS_DEFAULT, PQERRORS_VERBOSE } PGVerbosity;

typedef struct {
  char *keyword;
  char *envvar;
  char *compiled;
  char *val;
  char *label;
  char *dispchar;
  int dispsize;
} PQconninfoOption;

typedef struct pgNotify {
  char *relname;
  int be_pid;
  char *extra;
  struct pgNotify *next;
} PGnotify;

typedef void (*PQnoticeReceiver)(void *context, const PGresult *result);

struct pq_table {
  PQconninfoOption *(*PQconninfoParse)(const char *text, char **message);
  void (*PQconninfoFree)(PQconninfoOption *options);
  PGconn *(*PQconnectStartParams)(const char *const *keywords, const char *const *values, int
                                  expand_dbname);
  PostgresPollingStatusType (*PQconnectPoll)(PGconn *connection);
  void (*PQfinish)(PGconn *connection);
  ConnStatusType (*PQstatus)(const PGconn *connection);
  PGTransactionStatusType (*PQtransactionStatus)(const PGconn *connection);
  char *(*PQerrorMessage)(const PGconn *connection);
  int (*PQsocket)(const PGconn *connection);
  int (*PQbackendPID)(const PGconn *connection);
  int (*PQsslInUse)(PGconn *connection);
  PGVerbosity (*PQsetErrorVerbosity)(PGconn *connection, PGVerbosity verbosity);
  PQnoticeReceiver (*PQsetNoticeReceiver)(PGconn *connection, PQnoticeReceiver receiver, void
                                          *context);
  int (*PQsetnonblocking)(PGconn *connection, int is_nonblocking);
  int (*PQsendQuery)(PGconn *connection, const char *sql);
  int (*PQsendPrepare)(PGconn *connection, const char *name, const char *sql, int count, const Oid
                       *types);
  int (*PQsendQueryPrepared)(PGconn *connection, const char *name, int count, const char *const
                             *values, const int *lengths, const int *formats, int result_format);
  int (*PQenterPipelineMode)(PGconn *connection);
  int (*PQexitPipelineMode)(PGconn *connection);
  int (*PQpipelineSync)(PGconn *connection);
  int (*PQflush)(PGconn *connection);
  int (*PQconsumeInput)(PGconn *connection);
  int (*PQisBusy)(PGconn *connection);
  PGresult *(*PQgetResult)(PGconn *connection);
  PGnotify *(*PQnotifies)(PGconn *connection);
  char *(*PQescapeIdentifier)(PGconn *connection, const char *name, size_t length);
  ExecStatusType (*PQresultStatus)(const PGresult *result);
  char *(*PQresultErrorField)(const PGresult *result, int field);
  int (*PQntuples)(const PGresult *result);
  int (*PQnfields)(const PGresult *result);
  char *(*PQcmdTuples)(PGresult *result);
  char *(*PQfname)(const PGresult *result, int column);
  int (*PQgetisnull)(const PGresult *result, int row, int column);
  char *(*PQgetvalue)(const PGresult *result, int row, int column);
  int (*PQgetlength)(const PGresult *result, int row, int column);
  void (*PQclear)(PGresult *result);
  void (*PQfreemem)(void *memory);
};

/// Loads libpq, unless that was done before; false if the system lacks it or a function of it.
///
/// Must have returned true before any of the functions below is called.
bool pq_load(void);

/// Filled by `pq_load`, and never written again.
extern const struct pq_table *pq;

static inline PQconninfoOption *PQconninfoParse(const char *text, char **message) {
  return pq->PQconninfoParse(text, message);
}

static inline void PQconninfoFree(PQconninfoOption *options) {
  pq->PQconninfoFree(options);
}

static inline PGconn *PQconnectStartParams(const char *const *keywords, const char *const *values,
    int expand_dbname) {
  return pq->PQconnectStartParams(keywords, values, expand_dbname);
}

static inline PostgresPollingStatusType PQconnectPoll(PGconn *connection) {
  return pq->PQconnectPoll(connection);
}

static inline void PQfinish(PGconn *connection) {
  pq->PQfinish(connection);
}

static inline ConnStatusType PQstatus(const PGconn *connection) {
  return pq->PQstatus(connection);
}

static inline PGTransactionStatusType PQtransactionStatus(const PGconn *connection) {
  return pq->PQtransactionStatus(connection);
}

static inline char *PQerrorMessage(const PGconn *connection) {
  return pq->PQerrorMessage(connection);
}

static inline int PQsocket(const PGconn *connection) {
  return pq->PQsocket(connection);
}

static inline int PQbackendPID(const PGconn *connection) {
  return pq->PQbackendPID(connection);
}

static inline int PQsslInUse(PGconn *connection) {
  return pq->PQsslInUse(connection);
}

static inline PGVerbosity PQsetErrorVerbosity(PGconn *connection, PGVerbosity verbosity) {
  return pq->PQsetErrorVerbosity(connection, verbosity);
}

static inline PQnoticeReceiver PQsetNoticeReceiver(PGconn *connection, PQnoticeReceiver receiver,
    void *context) {
  return pq->PQsetNoticeReceiver(connection, receiver, context);
}

static inline int PQsetnonblocking(PGconn *connection, int is_nonblocking) {
  return pq->PQsetnonblocking(connection, is_nonblocking);
}

static inline int PQsendQuery(PGconn *connection, const char *sql) {
  return pq->PQsendQuery(connection, sql);
}

static inline int PQsendPrepare(PGconn *connection, const char *name, const char *sql, int count,
    const Oid *types) {
  return pq->PQsendPrepare(connection, name, sql, count, types);
}

static inline int PQsendQueryPrepared(PGconn *connection, const char *name, int count, const char
    *const *values, const int *lengths, const int *formats, int result_format) {
  return pq->PQsendQueryPrepared(connection, name, count, values, lengths, formats, result_format);
}

static inline int PQenterPipelineMode(PGconn *connection) {
  return pq->PQenterPipelineMode(connection);
}

static inline int PQexitPipelineMode(PGconn *connection) {
  return pq->PQexitPipelineMode(connection);
}

static inline int PQpipelineSync(PGconn *connection) {
  return pq->PQpipelineSync(connection);
}

static inline int PQflush(PGconn *connection) {
  return pq->PQflush(connection);
}

static inline int PQconsumeInput(PGconn *connection) {
  return pq->PQconsumeInput(connection);
}

static inline int PQisBusy(PGconn *connection) {
  return pq->PQisBusy(connection);
}

static inline PGresult *PQgetResult(PGconn *connection) {
  return pq->PQgetResult(connection);
}

static inline PGnotify *PQnotifies(PGconn *connection) {
  return pq->PQnotifies(connection);
}

static inline char *PQescapeIdentifier(PGconn *connection, const char *name, size_t length) {
  return pq->PQescapeIdentifier(connection, name, length);
}

static inline ExecStatusType PQresultStatus(const PGresult *result) {
  return pq->PQresultStatus(result);
}

static inline char *PQresultErrorField(const PGresult *result, int field) {
  return pq->PQresultErrorField(result, field);
}

static inline int PQntuples(const PGresult *result) {
  return pq->PQntuples(result);
}

static inline int PQnfields(const PGresult *result) {
  return pq->PQnfields(result);
}

static inline char *PQcmdTuples(PGresult *result) {
  return pq->PQcmdTuples(result);
}

static inline char *PQfname(const PGresult *result, int column) {
  return pq->PQfname(result, column);
}

static inline int PQgetisnull(const PGresult *result, int row, int column) {
  return pq->PQgetisnull(result, row, column);
}

static inline char *PQgetvalue(const PGresult *result, int row, int column) {
  return pq->PQgetvalue(result, row, column);
}

static inline int PQgetlength(const PGresult *result, int row, int column) {
  return pq->PQgetlength(result, row, column);
}

static inline void PQclear(PGresult *result) {
  pq->PQclear(result);
}

static inline void PQfreemem(void *memory) {
  pq->PQfreemem(memory);
}

// Swift does not import macros that are characters, by which libpq names the fields of an error.

static inline const char *trellis_pq_state(const PGresult *result) {
  return PQresultErrorField(result, 'C');
}

static inline const char *trellis_pq_message(const PGresult *result) {
  return PQresultErrorField(result, 'M');
}

#endif
