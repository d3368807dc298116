#include "cairo_table.h"

#include <library_table.h>

// In the same order as the table.
static const char *const names[] = {
    "cairo_image_surface_create",
    "cairo_pdf_surface_create_for_stream",
    "cairo_pdf_surface_set_metadata",
    "cairo_surface_write_to_png_stream",
    "cairo_surface_finish",
    "cairo_surface_status",
    "cairo_surface_destroy",
    "cairo_create",
    "cairo_status",
    "cairo_destroy",
    "cairo_scale",
    "cairo_set_source_rgb",
    "cairo_move_to",
    "cairo_line_to",
    "cairo_curve_to",
    "cairo_close_path",
    "cairo_fill",
    "cairo_set_line_width",
    "cairo_stroke",
    "cairo_select_font_face",
    "cairo_set_font_size",
    "cairo_set_font_options",
    "cairo_font_options_create",
    "cairo_font_options_set_hint_style",
    "cairo_font_options_set_hint_metrics",
    "cairo_font_options_set_antialias",
    "cairo_font_options_destroy",
    "cairo_get_scaled_font",
    "cairo_scaled_font_text_to_glyphs",
    "cairo_glyph_free",
    "cairo_text_extents",
    "cairo_show_text",
};

enum { count = sizeof names / sizeof *names };

// One name per function of the table; otherwise the loop below would write past its end.
_Static_assert(sizeof(struct cairo_table) == count * sizeof(void (*)(void)),
               "a name for each function of the table");

const struct cairo_table *cairo_table_load(const char *file) {
  return library_table_load(file, names, count);
}
