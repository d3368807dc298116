#include "web_assets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// Embedded, so that the binary is self-contained and needs no path of the build machine.

static const unsigned char app_css[] = {
#embed "files/app.css"
};
static const unsigned char app_js[] = {
#embed "files/app.js"
};
static const unsigned char grids_js[] = {
#embed "files/grids.js"
};
static const unsigned char today_js[] = {
#embed "files/today.js"
};
static const unsigned char extras_js[] = {
#embed "files/extras.js"
};
static const unsigned char sw_js[] = {
#embed "files/sw.js"
};
static const unsigned char beebloom_svg[] = {
#embed "files/icons/beebloom.svg"
};
static const unsigned char beebloom_192_png[] = {
#embed "files/icons/beebloom-192.png"
};
static const unsigned char beebloom_512_png[] = {
#embed "files/icons/beebloom-512.png"
};
static const unsigned char hobbyist_svg[] = {
#embed "files/icons/hobbyist.svg"
};
static const unsigned char hobbyist_192_png[] = {
#embed "files/icons/hobbyist-192.png"
};
static const unsigned char hobbyist_512_png[] = {
#embed "files/icons/hobbyist-512.png"
};
static const unsigned char sober_svg[] = {
#embed "files/icons/sober.svg"
};
static const unsigned char sober_192_png[] = {
#embed "files/icons/sober-192.png"
};
static const unsigned char sober_512_png[] = {
#embed "files/icons/sober-512.png"
};
static const unsigned char streaks_svg[] = {
#embed "files/icons/streaks.svg"
};
static const unsigned char streaks_192_png[] = {
#embed "files/icons/streaks-192.png"
};
static const unsigned char streaks_512_png[] = {
#embed "files/icons/streaks-512.png"
};
static const unsigned char dusk_css[] = {
#embed "files/motifs/dusk.css"
};
static const unsigned char ember_css[] = {
#embed "files/motifs/ember.css"
};
static const unsigned char garden_css[] = {
#embed "files/motifs/garden.css"
};
static const unsigned char plain_css[] = {
#embed "files/motifs/plain.css"
};

static const struct web_asset assets[] = {
  {"app.css", app_css, sizeof app_css},
  {"app.js", app_js, sizeof app_js},
  {"extras.js", extras_js, sizeof extras_js},
  {"grids.js", grids_js, sizeof grids_js},
  {"sw.js", sw_js, sizeof sw_js},
  {"today.js", today_js, sizeof today_js},
  {"beebloom.svg", beebloom_svg, sizeof beebloom_svg},
  {"beebloom-192.png", beebloom_192_png, sizeof beebloom_192_png},
  {"beebloom-512.png", beebloom_512_png, sizeof beebloom_512_png},
  {"hobbyist.svg", hobbyist_svg, sizeof hobbyist_svg},
  {"hobbyist-192.png", hobbyist_192_png, sizeof hobbyist_192_png},
  {"hobbyist-512.png", hobbyist_512_png, sizeof hobbyist_512_png},
  {"sober.svg", sober_svg, sizeof sober_svg},
  {"sober-192.png", sober_192_png, sizeof sober_192_png},
  {"sober-512.png", sober_512_png, sizeof sober_512_png},
  {"streaks.svg", streaks_svg, sizeof streaks_svg},
  {"streaks-192.png", streaks_192_png, sizeof streaks_192_png},
  {"streaks-512.png", streaks_512_png, sizeof streaks_512_png},
  {"dusk.css", dusk_css, sizeof dusk_css},
  {"ember.css", ember_css, sizeof ember_css},
  {"garden.css", garden_css, sizeof garden_css},
  {"plain.css", plain_css, sizeof plain_css},
};

size_t web_asset_count(void) { return sizeof assets / sizeof assets[0]; }

struct web_asset web_asset_at(size_t index) { return assets[index]; }
