#include "library_table.h"

#include <dlfcn.h>
#include <stdlib.h>

void *library_table_load(const char *file, const char *const names[], size_t count) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return NULL;
  // POSIX dlsym returns functions as `void *`, so the table is filled as an array of these.
  void **table = calloc(count, sizeof *table);
  for (size_t place = 0; table != NULL && place < count; place++) {
    table[place] = dlsym(library, names[place]);
    if (table[place] != NULL) continue;
    free(table);
    table = NULL;
  }
  if (table == NULL) dlclose(library);
  return table;
}
