// Cairo and libpng, which libcairo2-dev includes; both are loaded on first use.
#ifndef THRUM_CCAIRO_H
#define THRUM_CCAIRO_H

#include <cairo/cairo-svg.h>
#include <png.h>

/// Loads both. Returns NULL or an error message. Idempotent.
const char *thrum_cairo_load(void);

#endif
