#ifndef TRELLIS_WEB_ASSETS_H
#define TRELLIS_WEB_ASSETS_H

#include <stddef.h>

/// A file of the web app, embedded in the program.
struct web_asset {
  const char *name;
  const unsigned char *bytes;
  size_t length;
};

size_t web_asset_count(void);
struct web_asset web_asset_at(size_t index);

#endif
