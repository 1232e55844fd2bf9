#include "CCairo.h"
#include "loaded.h"

#define FUNCTIONS(F)                                                                                                     \
  F(cairo_surface_t *, cairo_image_surface_create, (cairo_format_t format, int width, int height), (format, width, height)) \
  F(unsigned char *, cairo_image_surface_get_data, (cairo_surface_t *surface), (surface))                                \
  F(int, cairo_image_surface_get_width, (cairo_surface_t *surface), (surface))                                           \
  F(int, cairo_image_surface_get_height, (cairo_surface_t *surface), (surface))                                          \
  F(int, cairo_image_surface_get_stride, (cairo_surface_t *surface), (surface))                                          \
  F(cairo_surface_t *, cairo_svg_surface_create_for_stream, (cairo_write_func_t write, void *context, double width,      \
    double height), (write, context, width, height))                                                                     \
  F(cairo_status_t, cairo_surface_status, (cairo_surface_t *surface), (surface))                                         \
  F(void, cairo_surface_flush, (cairo_surface_t *surface), (surface))                                                    \
  F(void, cairo_surface_finish, (cairo_surface_t *surface), (surface))                                                   \
  F(void, cairo_surface_destroy, (cairo_surface_t *surface), (surface))                                                  \
  F(cairo_t *, cairo_create, (cairo_surface_t *surface), (surface))                                                      \
  F(void, cairo_destroy, (cairo_t *cairo), (cairo))                                                                      \
  F(cairo_status_t, cairo_status, (cairo_t *cairo), (cairo))                                                             \
  F(const char *, cairo_status_to_string, (cairo_status_t status), (status))                                             \
  F(void, cairo_save, (cairo_t *cairo), (cairo))                                                                         \
  F(void, cairo_restore, (cairo_t *cairo), (cairo))                                                                      \
  F(void, cairo_translate, (cairo_t *cairo, double x, double y), (cairo, x, y))                                          \
  F(void, cairo_rotate, (cairo_t *cairo, double angle), (cairo, angle))                                                  \
  F(void, cairo_clip, (cairo_t *cairo), (cairo))                                                                         \
  F(void, cairo_new_path, (cairo_t *cairo), (cairo))                                                                     \
  F(void, cairo_close_path, (cairo_t *cairo), (cairo))                                                                   \
  F(void, cairo_move_to, (cairo_t *cairo, double x, double y), (cairo, x, y))                                            \
  F(void, cairo_line_to, (cairo_t *cairo, double x, double y), (cairo, x, y))                                            \
  F(void, cairo_rectangle, (cairo_t *cairo, double x, double y, double width, double height),                            \
    (cairo, x, y, width, height))                                                                                        \
  F(void, cairo_arc, (cairo_t *cairo, double x, double y, double radius, double from, double to),                        \
    (cairo, x, y, radius, from, to))                                                                                     \
  F(void, cairo_fill, (cairo_t *cairo), (cairo))                                                                         \
  F(void, cairo_fill_preserve, (cairo_t *cairo), (cairo))                                                                \
  F(void, cairo_stroke, (cairo_t *cairo), (cairo))                                                                       \
  F(void, cairo_set_dash, (cairo_t *cairo, const double *dashes, int count, double offset), (cairo, dashes, count, offset)) \
  F(void, cairo_set_line_join, (cairo_t *cairo, cairo_line_join_t join), (cairo, join))                                  \
  F(void, cairo_set_line_width, (cairo_t *cairo, double width), (cairo, width))                                          \
  F(void, cairo_set_source, (cairo_t *cairo, cairo_pattern_t *source), (cairo, source))                                  \
  F(void, cairo_set_source_rgba, (cairo_t *cairo, double red, double green, double blue, double alpha),                  \
    (cairo, red, green, blue, alpha))                                                                                    \
  F(cairo_pattern_t *, cairo_pattern_create_linear, (double x0, double y0, double x1, double y1), (x0, y0, x1, y1))      \
  F(void, cairo_pattern_add_color_stop_rgba, (cairo_pattern_t *pattern, double offset, double red, double green,         \
    double blue, double alpha), (pattern, offset, red, green, blue, alpha))                                              \
  F(void, cairo_pattern_destroy, (cairo_pattern_t *pattern), (pattern))                                                  \
  F(void, cairo_select_font_face, (cairo_t *cairo, const char *family, cairo_font_slant_t slant,                         \
    cairo_font_weight_t weight), (cairo, family, slant, weight))                                                         \
  F(void, cairo_set_font_size, (cairo_t *cairo, double size), (cairo, size))                                             \
  F(void, cairo_text_extents, (cairo_t *cairo, const char *text, cairo_text_extents_t *extents), (cairo, text, extents)) \
  F(void, cairo_show_text, (cairo_t *cairo, const char *text), (cairo, text))

THRUM_LOADED("libcairo.so.2", "libcairo2", FUNCTIONS)

const char *thrum_png_load(void);

const char *thrum_cairo_load(void) {
  const char *problem = thrum_load(&library);
  return problem ? problem : thrum_png_load();
}
