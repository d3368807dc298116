#ifndef PLUGIN_WATCH_H
#define PLUGIN_WATCH_H

#include <stdint.h>

// Ends the program in good order when a plugin crashes, ends the program itself, or does not come
// back: it leaves a mark that keeps the plugin off from then on, and says so on standard error.
//
// In C, since a signal handler may call only what signal-safety(7) lists, which no Swift is.

// Watches one more plugin.
//
// name: as shown to people. mark: the path of the file that keeps the plugin off. remedy: the command
// that lets it run again. All three are copied. Returns the plugin's number, or -1 when there are too
// many.
int plugin_watch_add(const char *name, const char *mark, const char *remedy);

// Tells where the code of a plugin lies once its library is loaded, by an address in it.
void plugin_watch_place(int plugin, const void *address);

// Begins to watch. patience: how long one call of a plugin may take, in milliseconds.
void plugin_watch_arm(int64_t patience);

// Notes that this thread runs code of a plugin from now on. Returns what it ran before, for
// plugin_watch_leave.
int plugin_watch_enter(int plugin);
void plugin_watch_leave(int before);

#endif
