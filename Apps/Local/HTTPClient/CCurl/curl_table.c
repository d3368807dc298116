#include "curl_table.h"

#include <library_table.h>

// In the same order as the table.
static const char *const names[] = {
    "curl_global_init",
    "curl_easy_init",
    "curl_easy_reset",
    "curl_easy_cleanup",
    "curl_easy_setopt",
    "curl_easy_getinfo",
    "curl_multi_init",
    "curl_multi_add_handle",
    "curl_multi_remove_handle",
    "curl_multi_perform",
    "curl_multi_poll",
    "curl_multi_wakeup",
    "curl_multi_info_read",
    "curl_multi_cleanup",
    "curl_slist_append",
    "curl_slist_free_all",
};

enum { count = sizeof names / sizeof *names };

// One name per function of the table; otherwise the table would be filled past its end.
_Static_assert(sizeof(struct curl_table) == count * sizeof(void (*)(void)),
               "a name for each function of the table");

const struct curl_table *curl_table_load(const char *file) {
  return library_table_load(file, names, count);
}

// A variadic function is called as it is declared: on some processors it takes its arguments from
// other places than other functions do, so these functions do not cast it.

int curl_set_long(const struct curl_table *table, curl_easy *easy, int option, int64_t value) {
  return table->easy_setopt(easy, option, (long)value);
}

int curl_set_size(const struct curl_table *table, curl_easy *easy, int option, int64_t value) {
  return table->easy_setopt(easy, option, value);
}

int curl_set_text(const struct curl_table *table, curl_easy *easy, int option, const char *value) {
  return table->easy_setopt(easy, option, value);
}

int curl_set_pointer(const struct curl_table *table, curl_easy *easy, int option,
                     const void *value) {
  return table->easy_setopt(easy, option, value);
}

int curl_set_receiver(const struct curl_table *table, curl_easy *easy, int option,
                      curl_write_t value) {
  return table->easy_setopt(easy, option, value);
}

int curl_set_opener(const struct curl_table *table, curl_easy *easy, int option,
                    curl_open_t value) {
  return table->easy_setopt(easy, option, value);
}

int64_t curl_get_long(const struct curl_table *table, curl_easy *easy, int info) {
  long value = 0;
  return table->easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

int64_t curl_get_size(const struct curl_table *table, curl_easy *easy, int info) {
  int64_t value = 0;
  return table->easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

// CURLMsg of multi.h.
struct message {
  int kind;
  curl_easy *easy;
  union {
    void *other;
    int code;
  } content;
};

enum { done = 1 };

bool curl_has_ended(const struct curl_table *table, curl_multi *multi, int *code) {
  int left = 0;
  for (const struct message *message; (message = table->multi_info_read(multi, &left)) != NULL;) {
    if (message->kind != done) continue;
    *code = message->content.code;
    return true;
  }
  return false;
}
