#ifndef TRELLIS_WEB_ASSETS_H
#define TRELLIS_WEB_ASSETS_H

#include <stddef.h>

/// One file of the web app, held in the program itself.
struct web_asset {
  const char *name;
  const unsigned char *bytes;
  size_t length;
};

size_t web_asset_count(void);
struct web_asset web_asset_at(size_t index);

#endif
