#define _GNU_SOURCE
#include "plugin_watch.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { most_plugins = 64, most_threads = 256, deepest_frame = 256 };

static struct plugin {
  char *name, *mark, *remedy;
  _Atomic uintptr_t from, to;
} plugins[most_plugins];
static _Atomic int plugin_count;

// What a thread is doing: the plugin whose code it runs, or -1, and how often that has changed.
static struct slot {
  _Atomic int plugin;
  _Atomic uint64_t turns;
} slots[most_threads];
static _Atomic int slot_count;
static _Thread_local struct slot *own_slot;
static struct slot spare = {.plugin = -1};

static int64_t patience_ms;
static _Atomic int is_ending;

static const int faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
enum { fault_count = sizeof faults / sizeof *faults };
static struct sigaction former[fault_count];

static void say(int file, const char *text) {
  ssize_t written = write(file, text, strlen(text));
  (void)written;
}

// Disables the plugin from now on, and tells the person.
static void give_up(const struct plugin *plugin, const char *what) {
  int file = open(plugin->mark, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file >= 0) {
    say(file, what);
    say(file, "\n");
    close(file);
  }
  say(STDERR_FILENO, "\nThe plugin ");
  say(STDERR_FILENO, plugin->name);
  say(STDERR_FILENO, " ");
  say(STDERR_FILENO, what);
  say(STDERR_FILENO, file >= 0 ? ", so this program had to end, and the plugin is off from now on. "
                               : ", so this program had to end. ");
  say(STDERR_FILENO, "What was saved before is safe; give the command once more. ");
  say(STDERR_FILENO, file >= 0 ? "To let the plugin run again: " : "To do without plugins: ");
  say(STDERR_FILENO, file >= 0 ? plugin->remedy : "add --safe");
  say(STDERR_FILENO, "\n");
}

static struct plugin *plugin_at(uintptr_t address) {
  int count = atomic_load(&plugin_count);
  for (int index = 0; index < count; index++) {
    struct plugin *plugin = &plugins[index];
    if (address >= atomic_load(&plugin->from) && address < atomic_load(&plugin->to)) return plugin;
  }
  return NULL;
}

// The plugin among the callers, found by frame pointers, which Swift keeps. They are read by a system
// call, since the stack itself may be damaged.
static struct plugin *plugin_among_callers(void *context) {
  ucontext_t *state = context;
#if defined(__x86_64__)
  uintptr_t pc = (uintptr_t)state->uc_mcontext.gregs[REG_RIP];
  uintptr_t frame = (uintptr_t)state->uc_mcontext.gregs[REG_RBP];
#elif defined(__aarch64__)
  uintptr_t pc = (uintptr_t)state->uc_mcontext.pc;
  uintptr_t frame = (uintptr_t)state->uc_mcontext.regs[29];
#else
  return NULL;
#endif
  struct plugin *found = plugin_at(pc);
  for (int depth = 0; !found && depth < deepest_frame; depth++) {
    uintptr_t pair[2];
    struct iovec here = {pair, sizeof pair}, there = {(void *)frame, sizeof pair};
    if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != sizeof pair) break;
    found = plugin_at(pair[1]);
    if (pair[0] <= frame) break;
    frame = pair[0];
  }
  return found;
}

static struct plugin *running_here(void) {
  int plugin = own_slot ? atomic_load(&own_slot->plugin) : -1;
  return plugin < 0 ? NULL : &plugins[plugin];
}

static void on_fault(int number, siginfo_t *info, void *context) {
  (void)info;
  struct plugin *plugin = running_here();
  if (!plugin) plugin = plugin_among_callers(context);
  if (plugin && !atomic_exchange(&is_ending, 1)) give_up(plugin, "crashed");
  // The program ends as it would have without the watch.
  for (int index = 0; index < fault_count; index++) {
    if (faults[index] == number) sigaction(number, &former[index], NULL);
  }
  raise(number);
}

static void on_exit_called(void) {
  struct plugin *plugin = running_here();
  if (!plugin || atomic_exchange(&is_ending, 1)) return;
  give_up(plugin, "ended the program");
  _exit(70);
}

static void *watch(void *unused) {
  (void)unused;
  enum { looks = 4 };
  static struct {
    uint64_t turns;
    int times;
  } seen[most_threads];
  struct timespec pause = {patience_ms / looks / 1000, patience_ms / looks % 1000 * 1000000};
  for (;;) {
    nanosleep(&pause, NULL);
    int count = atomic_load(&slot_count);
    for (int index = 0; index < count && index < most_threads; index++) {
      uint64_t turns = atomic_load(&slots[index].turns);
      int plugin = atomic_load(&slots[index].plugin);
      int is_same = plugin >= 0 && seen[index].turns == turns;
      seen[index].times = is_same ? seen[index].times + 1 : 0;
      seen[index].turns = turns;
      // Counted in checks, so that a sleep of the machine in between does not end a call.
      if (seen[index].times < looks) continue;
      if (!atomic_exchange(&is_ending, 1)) give_up(&plugins[plugin], "did not come back");
      _exit(70);
    }
  }
  return NULL;
}

int plugin_watch_add(const char *name, const char *mark, const char *remedy) {
  int index = atomic_load(&plugin_count);
  if (index == most_plugins) return -1;
  plugins[index].name = strdup(name);
  plugins[index].mark = strdup(mark);
  plugins[index].remedy = strdup(remedy);
  if (!plugins[index].name || !plugins[index].mark || !plugins[index].remedy) return -1;
  atomic_store(&plugin_count, index + 1);
  return index;
}

struct search {
  int plugin;
  uintptr_t address;
};

static int place(struct dl_phdr_info *library, size_t size, void *given) {
  (void)size;
  struct search *search = given;
  for (int index = 0; index < library->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &library->dlpi_phdr[index];
    uintptr_t from = library->dlpi_addr + segment->p_vaddr, to = from + segment->p_memsz;
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    if (search->address < from || search->address >= to) continue;
    atomic_store(&plugins[search->plugin].to, to);
    atomic_store(&plugins[search->plugin].from, from);
    return 1;
  }
  return 0;
}

void plugin_watch_place(int plugin, const void *address) {
  if (plugin < 0) return;
  struct search search = {plugin, (uintptr_t)address};
  dl_iterate_phdr(place, &search);
}

void plugin_watch_arm(int64_t patience) {
  static _Atomic int is_armed;
  if (atomic_exchange(&is_armed, 1)) return;
  patience_ms = patience;
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK};
  for (int index = 0; index < fault_count; index++) {
    sigaction(faults[index], &action, &former[index]);
  }
  atexit(on_exit_called);
  pthread_t thread;
  sigset_t all, before;
  // Signals are for the program's own threads.
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  if (pthread_create(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

// Gives this thread a stack for signal handlers: one that has used up its own cannot run them there.
void plugin_watch_prepare_thread(void) {
  enum { size = 64 << 10 };
  stack_t present;
  if (sigaltstack(NULL, &present) != 0 || !(present.ss_flags & SS_DISABLE)) return;
  void *memory = malloc(size);
  if (!memory) return;
  stack_t own = {.ss_sp = memory, .ss_size = size};
  if (sigaltstack(&own, NULL) != 0) free(memory);
}

// Threads that ended keep their slots: those that run modules live as long as the program.
static struct slot *slot_of_this_thread(void) {
  if (own_slot) return own_slot;
  int index = atomic_fetch_add(&slot_count, 1);
  if (index >= most_threads) return &spare;
  atomic_store(&slots[index].plugin, -1);
  own_slot = &slots[index];
  plugin_watch_prepare_thread();
  return own_slot;
}

int plugin_watch_enter(int plugin) {
  struct slot *slot = slot_of_this_thread();
  if (slot == &spare) return -1;
  int before = atomic_exchange_explicit(&slot->plugin, plugin, memory_order_relaxed);
  atomic_fetch_add_explicit(&slot->turns, 1, memory_order_relaxed);
  return before;
}

void plugin_watch_leave(int before) {
  struct slot *slot = slot_of_this_thread();
  if (slot == &spare) return;
  atomic_fetch_add_explicit(&slot->turns, 1, memory_order_relaxed);
  atomic_store_explicit(&slot->plugin, before, memory_order_relaxed);
}
