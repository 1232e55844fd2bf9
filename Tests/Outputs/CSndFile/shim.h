// The system header of sndfile.
#include <sndfile.h>
