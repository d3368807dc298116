#include "sd_bus_table.h"

#include <library_table.h>

// In the same order as the table.
static const char *const names[] = {
    "sd_bus_new",
    "sd_bus_set_address",
    "sd_bus_set_bus_client",
    "sd_bus_start",
    "sd_bus_is_open",
    "sd_bus_close",
    "sd_bus_unref",
    "sd_bus_get_fd",
    "sd_bus_get_events",
    "sd_bus_get_timeout",
    "sd_bus_process",
    "sd_bus_call_async",
    "sd_bus_add_match_async",
    "sd_bus_message_new_method_call",
    "sd_bus_message_unref",
    "sd_bus_message_get_error",
    "sd_bus_message_get_member",
    "sd_bus_message_append_basic",
    "sd_bus_message_open_container",
    "sd_bus_message_close_container",
    "sd_bus_message_peek_type",
    "sd_bus_message_read_basic",
    "sd_bus_message_enter_container",
    "sd_bus_message_exit_container",
};

enum { count = sizeof names / sizeof *names };

// One name per function of the table; otherwise the table would be filled past its end.
_Static_assert(sizeof(struct sd_bus_table) == count * sizeof(void (*)(void)),
               "a name for each function of the table");

const struct sd_bus_table *sd_bus_table_load(const char *file) {
  return library_table_load(file, names, count);
}
