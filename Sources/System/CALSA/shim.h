// The system header of asound.
#include <alsa/asoundlib.h>
