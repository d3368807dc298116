// The functions of libcurl (https://curl.se/libcurl/c/) for reaching a server, as a table that is
// filled when the first request is made: a program that is linked against libcurl would load it and
// its thirty libraries at every start, and would not start on a system without it.
//
// The types are libcurl's own binary interface, so that its headers are not needed to build.
#ifndef TRELLIS_CURL_TABLE_H
#define TRELLIS_CURL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#pragma clang assume_nonnull begin

typedef struct curl_easy curl_easy;
typedef struct curl_multi curl_multi;
typedef struct curl_list curl_list;

/// Receives `size * count` bytes of an answer; must return that number, or the transfer ends.
typedef size_t (*curl_write_t)(const char *bytes, size_t size, size_t count,
                               void *_Nullable context);

/// The destination of a new connection (curl_sockaddr of curl.h); longer addresses extend beyond the
/// type of `address`.
struct curl_address {
  int family;
  int type;
  int protocol;
  unsigned int length;
  struct sockaddr address;
};

/// Creates the socket of a connection; returns its descriptor, or -1 to refuse.
typedef int (*curl_open_t)(void *_Nullable context, int purpose, struct curl_address *address);

/// The functions of the library; results other than 0 are its error codes.
struct curl_table {
  int (*_Nonnull global_init)(long flags);
  curl_easy *_Nullable (*_Nonnull easy_init)(void);
  void (*_Nonnull easy_reset)(curl_easy *);
  void (*_Nonnull easy_cleanup)(curl_easy *);
  // These two take a value whose type depends on the option: see curl_set_… and curl_get_long.
  int (*_Nonnull easy_setopt)(curl_easy *, int option, ...);
  int (*_Nonnull easy_getinfo)(curl_easy *, int info, ...);
  curl_multi *_Nullable (*_Nonnull multi_init)(void);
  int (*_Nonnull multi_add_handle)(curl_multi *, curl_easy *);
  int (*_Nonnull multi_remove_handle)(curl_multi *, curl_easy *);
  int (*_Nonnull multi_perform)(curl_multi *, int *running);
  int (*_Nonnull multi_poll)(curl_multi *, void *_Nullable descriptors, unsigned int count,
                             int milliseconds, int *_Nullable ready);
  int (*_Nonnull multi_wakeup)(curl_multi *);
  void *_Nullable (*_Nonnull multi_info_read)(curl_multi *, int *left);
  int (*_Nonnull multi_cleanup)(curl_multi *);
  curl_list *_Nullable (*_Nonnull slist_append)(curl_list *_Nullable, const char *text);
  void (*_Nonnull slist_free_all)(curl_list *_Nullable);
};

/// Loads the library of that file name and looks up its functions.
///
/// Returns null if the system does not have the library, or has one that lacks a function (older
/// than 7.68). A returned table stays valid as long as the program runs.
const struct curl_table *_Nullable curl_table_load(const char *file);

/// Sets an option that takes a `long`.
int curl_set_long(const struct curl_table *, curl_easy *, int option, int64_t value);

/// Sets an option that takes a `curl_off_t`.
int curl_set_size(const struct curl_table *, curl_easy *, int option, int64_t value);

/// Sets an option that takes text, which the library copies.
int curl_set_text(const struct curl_table *, curl_easy *, int option, const char *_Nullable value);

/// Sets an option that takes an address, which must stay valid until the option is set again.
int curl_set_pointer(const struct curl_table *, curl_easy *, int option,
                     const void *_Nullable value);

/// Sets an option that takes a function which receives bytes.
int curl_set_receiver(const struct curl_table *, curl_easy *, int option,
                      curl_write_t _Nullable value);

/// Sets the function that makes sockets.
int curl_set_opener(const struct curl_table *, curl_easy *, int option, curl_open_t _Nullable value);

/// Returns information about the last transfer; 0 if it is not known.
int64_t curl_get_long(const struct curl_table *, curl_easy *, int info);

/// The same for information of the type `curl_off_t`.
int64_t curl_get_size(const struct curl_table *, curl_easy *, int info);

/// Whether a transfer has ended, and with which code.
bool curl_has_ended(const struct curl_table *, curl_multi *, int *code);

#pragma clang assume_nonnull end

#endif
