// The system header of samplerate.
#include <samplerate.h>
