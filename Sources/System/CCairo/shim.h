// The system headers of cairo, and of libpng, which libcairo2-dev brings along.
#include <cairo.h>
#include <cairo-svg.h>
#include <png.h>
