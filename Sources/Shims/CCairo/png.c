#include "CCairo.h"
#include "loaded.h"

#define FUNCTIONS(F)                                                                                               \
  F(int, png_image_write_to_memory, (png_imagep image, void *memory, png_alloc_size_t *count, int converts,        \
    const void *rows, png_int_32 stride, const void *colors), (image, memory, count, converts, rows, stride, colors)) \
  F(void, png_image_free, (png_imagep image), (image))

THRUM_LOADED("libpng16.so.16", "libpng16-16", FUNCTIONS)

const char *thrum_png_load(void);
const char *thrum_png_load(void) { return thrum_load(&library); }
