// The functions of sd-bus (https://www.freedesktop.org/software/systemd/man/latest/sd-bus.html) for
// reaching the desktop, as a table that is filled on the first attempt: a program that is linked
// against libsystemd would not start on a system without it.
//
// The types are libsystemd's own binary interface, so that its headers are not needed to build.
#ifndef TRELLIS_SD_BUS_TABLE_H
#define TRELLIS_SD_BUS_TABLE_H

#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef struct sd_bus_slot sd_bus_slot;

typedef struct {
  const char *_Nullable name;
  const char *_Nullable message;
  int _need_free;
} sd_bus_error;

/// Takes a message; returns 0 to have it processed further.
typedef int (*sd_bus_message_handler_t)(sd_bus_message *_Nullable message,
                                        void *_Nullable userdata, sd_bus_error *_Nullable error);

/// Results below 0 are negated errno values.
struct sd_bus_table {
  int (*_Nonnull new_bus)(sd_bus *_Nullable *_Nonnull bus);
  int (*_Nonnull set_address)(sd_bus *, const char *address);
  int (*_Nonnull set_bus_client)(sd_bus *, int is_client);
  int (*_Nonnull start)(sd_bus *);
  int (*_Nonnull is_open)(sd_bus *);
  void (*_Nonnull close)(sd_bus *);
  sd_bus *_Nullable (*_Nonnull unref)(sd_bus *);
  int (*_Nonnull get_fd)(sd_bus *);
  int (*_Nonnull get_events)(sd_bus *);
  int (*_Nonnull get_timeout)(sd_bus *, uint64_t *microseconds);
  int (*_Nonnull process)(sd_bus *, sd_bus_message *_Nullable *_Nullable unhandled);
  int (*_Nonnull call_async)(sd_bus *, sd_bus_slot *_Nullable *_Nullable slot, sd_bus_message *,
                             sd_bus_message_handler_t answered, void *userdata,
                             uint64_t microseconds);
  int (*_Nonnull add_match_async)(sd_bus *, sd_bus_slot *_Nullable *_Nullable slot,
                                  const char *match, sd_bus_message_handler_t heard,
                                  sd_bus_message_handler_t installed, void *userdata);
  int (*_Nonnull message_new_method_call)(sd_bus *, sd_bus_message *_Nullable *_Nonnull message,
                                          const char *destination, const char *path,
                                          const char *interface, const char *member);
  sd_bus_message *_Nullable (*_Nonnull message_unref)(sd_bus_message *);
  const sd_bus_error *_Nullable (*_Nonnull message_get_error)(sd_bus_message *);
  const char *_Nullable (*_Nonnull message_get_member)(sd_bus_message *);
  int (*_Nonnull message_append_basic)(sd_bus_message *, char type, const void *value);
  int (*_Nonnull message_open_container)(sd_bus_message *, char type, const char *contents);
  int (*_Nonnull message_close_container)(sd_bus_message *);
  int (*_Nonnull message_peek_type)(sd_bus_message *, char *type,
                                    const char *_Nullable *_Nonnull contents);
  int (*_Nonnull message_read_basic)(sd_bus_message *, char type, void *value);
  int (*_Nonnull message_enter_container)(sd_bus_message *, char type,
                                          const char *_Nullable contents);
  int (*_Nonnull message_exit_container)(sd_bus_message *);
};

/// Loads the library of that file name and looks up its functions.
///
/// Returns null if the system does not have the library, or has one that lacks a function. A
/// returned table stays valid as long as the program runs.
const struct sd_bus_table *_Nullable sd_bus_table_load(const char *file);

#pragma clang assume_nonnull end

#endif
