#include <spawn.h>

// Declared by glibc for GNU sources only, which Swift's module of it does not ask for.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int pipe2(int ends[2], int flags);
