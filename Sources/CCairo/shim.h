// The system header of cairo.
#include <cairo.h>
#include <cairo-svg.h>
