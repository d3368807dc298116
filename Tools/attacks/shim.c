// A library that is loaded before the system's own (LD_PRELOAD). It makes calls on the files of one
// folder fail, ends the process at one of them, or records them. See Tools/attack --help.
//
//   ATTACK_FOLDER  the folder; calls on other files pass
//   ATTACK_SINCE   a file; calls count once it is there
//   ATTACK_AT      the number of the call to attack, counting from 1; 0 attacks none
//   ATTACK_HOW     kill: ends the process before the call, or in the middle of a write
//                  once: the call fails; lasting: this call and all after it fail
//   ATTACK_ERRNO   the error of a call that fails
//   ATTACK_COUNT   a file to write the number of calls to, when the process ends
//   ATTACK_RECORD  a file to append every call to: a letter, then numbers and bytes with their length
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const char *folder, *count_file, *since;
static long count, target;
static int failure, kills, lasts, record = -1;

static void report(void) {
  if (!count_file) return;
  FILE *file = fopen(count_file, "we");
  if (!file) return;
  fprintf(file, "%ld", count);
  fclose(file);
}

__attribute__((constructor)) static void begin(void) {
  const char *how = getenv("ATTACK_HOW"), *at = getenv("ATTACK_AT"), *code = getenv("ATTACK_ERRNO");
  const char *log = getenv("ATTACK_RECORD");
  folder = getenv("ATTACK_FOLDER");
  count_file = getenv("ATTACK_COUNT");
  since = getenv("ATTACK_SINCE");
  target = at ? atol(at) : 0;
  failure = code ? atoi(code) : EIO;
  kills = how && !strcmp(how, "kill");
  lasts = how && !strcmp(how, "lasting");
  if (log) {
    int low = NEXT(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    record = fcntl(low, F_DUPFD_CLOEXEC, 200);
    close(low);
  }
  atexit(report);
}

static int is_below(const char *path) {
  return folder && path && !strncmp(path, folder, strlen(folder));
}

static int is_attacked(int file, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = file == record ? -1 : readlink(link, path, size - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_below(path);
}

// Counts a call; returns whether it must fail. If the process ends here, `half` runs before.
static int strikes(void (*half)(void *), void *context) {
  if (since && access(since, F_OK)) return 0;
  pthread_mutex_lock(&mutex);
  long number = ++count;
  pthread_mutex_unlock(&mutex);
  if (!target || number < target || (number > target && !lasts)) return 0;
  if (kills) {
    if (half) half(context);
    kill(getpid(), SIGKILL);
  }
  errno = failure;
  return 1;
}

static void note(char letter, const char *path, const char *other, int64_t place, const void *bytes,
                 size_t size) {
  if (record < 0) return;
  uint32_t lengths[3] = {strlen(path), other ? strlen(other) : 0, size};
  struct iovec parts[] = {{&letter, 1},          {lengths, sizeof lengths},
                          {&place, sizeof place}, {(void *)path, lengths[0]},
                          {(void *)other, lengths[1]}, {(void *)bytes, size}};
  // One call, so that the records of several threads do not mix.
  ssize_t written = NEXT(writev)(record, parts, 6);
  (void)written;
}

struct piece { int file; const void *bytes; size_t size; off_t place; };

static void write_half(void *context) {
  struct piece *piece = context;
  ssize_t written = piece->place < 0
    ? NEXT(write)(piece->file, piece->bytes, piece->size / 2)
    : NEXT(pwrite64)(piece->file, piece->bytes, piece->size / 2, piece->place);
  (void)written;
}

static ssize_t put(int file, const void *bytes, size_t size, off_t place) {
  char path[4096];
  int is_ours = is_attacked(file, path, sizeof path);
  struct piece piece = {file, bytes, size, place};
  if (is_ours && strikes(write_half, &piece)) return -1;
  off_t at = place < 0 && is_ours ? lseek64(file, 0, SEEK_CUR) : place;
  ssize_t written = place < 0 ? NEXT(write)(file, bytes, size)
                              : NEXT(pwrite64)(file, bytes, size, place);
  int kept = errno;
  if (is_ours && written > 0) note('w', path, 0, at, bytes, written);
  errno = kept;
  return written;
}

ssize_t write(int file, const void *bytes, size_t size) { return put(file, bytes, size, -1); }
ssize_t pwrite(int file, const void *bytes, size_t size, off_t place) {
  return put(file, bytes, size, place);
}
ssize_t pwrite64(int file, const void *bytes, size_t size, off_t place) {
  return put(file, bytes, size, place);
}

#define ON_FILE(call, letter, place)                           \
  char path[4096];                                             \
  int is_ours = is_attacked(file, path, sizeof path);          \
  if (is_ours && strikes(0, 0)) return -1;                     \
  int result = call;                                           \
  if (is_ours && result == 0) note(letter, path, 0, place, 0, 0); \
  return result

int fsync(int file) { ON_FILE(NEXT(fsync)(file), 's', 0); }
int fdatasync(int file) { ON_FILE(NEXT(fdatasync)(file), 's', 0); }
int ftruncate(int file, off_t size) { ON_FILE(NEXT(ftruncate)(file, size), 't', size); }
int ftruncate64(int file, off_t size) { ON_FILE(NEXT(ftruncate64)(file, size), 't', size); }

#define ON_PATH(call, letter, from, to)                  \
  int is_ours = is_below(from);                          \
  if (is_ours && strikes(0, 0)) return -1;               \
  int result = call;                                     \
  if (is_ours && result == 0) note(letter, from, to, 0, 0, 0); \
  return result

int rename(const char *from, const char *to) { ON_PATH(NEXT(rename)(from, to), 'r', from, to); }
int link(const char *from, const char *to) { ON_PATH(NEXT(link)(from, to), 'l', from, to); }
int unlink(const char *path) { ON_PATH(NEXT(unlink)(path), 'u', path, 0); }

static int open_file(const char *path, int flags, mode_t mode) {
  if (!is_below(path) || !(flags & O_CREAT)) return NEXT(open64)(path, flags, mode);
  int is_new = access(path, F_OK) != 0;
  if (is_new && strikes(0, 0)) return -1;
  int file = NEXT(open64)(path, flags, mode);
  int kept = errno;
  if (is_new && file >= 0) note('c', path, 0, 0, 0, 0);
  errno = kept;
  return file;
}

#define OPENS(name)                              \
  int name(const char *path, int flags, ...) {   \
    va_list rest;                                \
    va_start(rest, flags);                       \
    mode_t mode = va_arg(rest, mode_t);          \
    va_end(rest);                                \
    return open_file(path, flags, mode);         \
  }
OPENS(open)
OPENS(open64)
