// The system headers of cairo, and of libpng, which libcairo2-dev brings along. Both are loaded when something is drawn.
#ifndef THRUM_CCAIRO_H
#define THRUM_CCAIRO_H

#include <cairo/cairo-svg.h>
#include <png.h>

/// Loads both. NULL, or what is missing. Idempotent.
const char *thrum_cairo_load(void);

#endif
