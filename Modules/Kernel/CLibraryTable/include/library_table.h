// Functions of a shared library that is loaded when it is first needed.

#ifndef LIBRARY_TABLE_H
#define LIBRARY_TABLE_H

#include <stddef.h>

// Loads the library `file` and looks up `count` functions by their names.
//
// Returns an array of pointers to them in the order of `names`, which is never freed and keeps the
// library loaded; NULL if the library or one of the functions is missing.
void *library_table_load(const char *file, const char *const names[], size_t count);

#endif
