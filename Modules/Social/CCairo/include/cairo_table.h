// The functions of cairo (https://www.cairographics.org/manual/) used for drawing pictures, as a
// table that is filled when the first picture is drawn: a program linked against cairo would load
// it and its fonts at every start.
//
// The types match cairo's own binary interface, so building does not require its headers.
#ifndef TRELLIS_CAIRO_TABLE_H
#define TRELLIS_CAIRO_TABLE_H

#pragma clang assume_nonnull begin

typedef struct cairo cairo_t;
typedef struct cairo_surface cairo_surface_t;
typedef struct cairo_font_options cairo_font_options_t;
typedef struct cairo_scaled_font cairo_scaled_font_t;

typedef struct {
  double x_bearing, y_bearing, width, height, x_advance, y_advance;
} cairo_text_extents_t;

typedef struct {
  unsigned long index;
  double x, y;
} cairo_glyph_t;

/// Receives a chunk of the file; returns 0 on success.
typedef int (*cairo_write_t)(void *_Nullable closure, const unsigned char *data,
                             unsigned int length);

struct cairo_table {
  cairo_surface_t *_Nonnull (*_Nonnull image_surface_create)(int format, int width, int height);
  cairo_surface_t *_Nonnull (*_Nonnull pdf_surface_create_for_stream)(cairo_write_t write,
                                                             void *_Nullable closure, double width,
                                                             double height);
  void (*_Nonnull pdf_surface_set_metadata)(cairo_surface_t *, int metadata, const char *text);
  int (*_Nonnull surface_write_to_png_stream)(cairo_surface_t *, cairo_write_t write,
                                              void *_Nullable closure);
  void (*_Nonnull surface_finish)(cairo_surface_t *);
  int (*_Nonnull surface_status)(cairo_surface_t *);
  void (*_Nonnull surface_destroy)(cairo_surface_t *);
  cairo_t *_Nonnull (*_Nonnull create)(cairo_surface_t *);
  int (*_Nonnull status)(cairo_t *);
  void (*_Nonnull destroy)(cairo_t *);
  void (*_Nonnull scale)(cairo_t *, double x, double y);
  void (*_Nonnull set_source_rgb)(cairo_t *, double red, double green, double blue);
  void (*_Nonnull move_to)(cairo_t *, double x, double y);
  void (*_Nonnull line_to)(cairo_t *, double x, double y);
  void (*_Nonnull curve_to)(cairo_t *, double x1, double y1, double x2, double y2, double x3,
                            double y3);
  void (*_Nonnull close_path)(cairo_t *);
  void (*_Nonnull fill)(cairo_t *);
  void (*_Nonnull set_line_width)(cairo_t *, double width);
  void (*_Nonnull stroke)(cairo_t *);
  void (*_Nonnull select_font_face)(cairo_t *, const char *family, int slant, int weight);
  void (*_Nonnull set_font_size)(cairo_t *, double size);
  void (*_Nonnull set_font_options)(cairo_t *, const cairo_font_options_t *);
  cairo_font_options_t *_Nonnull (*_Nonnull font_options_create)(void);
  void (*_Nonnull font_options_set_hint_style)(cairo_font_options_t *, int style);
  void (*_Nonnull font_options_set_hint_metrics)(cairo_font_options_t *, int metrics);
  void (*_Nonnull font_options_set_antialias)(cairo_font_options_t *, int antialias);
  void (*_Nonnull font_options_destroy)(cairo_font_options_t *);
  cairo_scaled_font_t *_Nonnull (*_Nonnull get_scaled_font)(cairo_t *);
  int (*_Nonnull scaled_font_text_to_glyphs)(cairo_scaled_font_t *, double x, double y,
                                             const char *text, int length,
                                             cairo_glyph_t *_Nullable *_Nonnull glyphs, int *count,
                                             void *_Nullable clusters,
                                             int *_Nullable cluster_count,
                                             int *_Nullable cluster_flags);
  void (*_Nonnull glyph_free)(cairo_glyph_t *_Nullable);
  void (*_Nonnull text_extents)(cairo_t *, const char *text, cairo_text_extents_t *);
  void (*_Nonnull show_text)(cairo_t *, const char *text);
};

/// Loads the library with that file name and looks up its functions.
///
/// Returns null if the system does not have the library, or has one that lacks a function. A
/// returned table stays valid for the lifetime of the process.
const struct cairo_table *_Nullable cairo_table_load(const char *file);

#pragma clang assume_nonnull end

#endif
