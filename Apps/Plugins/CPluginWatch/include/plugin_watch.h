#ifndef PLUGIN_WATCH_H
#define PLUGIN_WATCH_H

#include <stdint.h>

// Ends the program in good order when a plugin crashes, ends the program itself, or hangs: it leaves
// a mark that disables the plugin from then on, and says so on standard error.
//
// This is C, since a signal handler may only call what signal-safety(7) lists, which excludes Swift.

// Watches one more plugin.
//
// name: as shown to people. mark: the path of the file that disables the plugin. remedy: the command
// that enables it again. All three are copied. Returns the plugin's number, or -1 if there are too
// many.
int plugin_watch_add(const char *name, const char *mark, const char *remedy);

// Registers the location of a plugin's code once its library is loaded, by an address in it.
void plugin_watch_place(int plugin, const void *address);

// Starts the watch. patience: the time limit of one call of a plugin, in milliseconds.
void plugin_watch_arm(int64_t patience);

// Lets this thread name the plugin that uses up its stack. The watch does so itself on each thread that
// enters a plugin below.
void plugin_watch_prepare_thread(void);

// Records that this thread runs code of a plugin from now on. Returns the previous plugin, for
// plugin_watch_leave.
int plugin_watch_enter(int plugin);
void plugin_watch_leave(int before);

#endif
