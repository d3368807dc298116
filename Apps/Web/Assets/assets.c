#include "web_assets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// Embedded, so that a lone binary is complete and no path of the machine that built it is asked.

static const unsigned char app_css[] = {
#embed "files/app.css"
};
static const unsigned char app_js[] = {
#embed "files/app.js"
};
static const unsigned char sw_js[] = {
#embed "files/sw.js"
};

static const struct web_asset assets[] = {
  {"app.css", app_css, sizeof app_css},
  {"app.js", app_js, sizeof app_js},
  {"sw.js", sw_js, sizeof sw_js},
};

size_t web_asset_count(void) { return sizeof assets / sizeof assets[0]; }

struct web_asset web_asset_at(size_t index) { return assets[index]; }
