// Written by list-files.sh.
#include "studio_table.h"
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char file_0[] = {
#embed "../../../Patterns/arpeggio.ahap"
}, file_1[] = {
#embed "../../../Patterns/beat-of-five.ahap"
}, file_2[] = {
#embed "../../../Patterns/bell.ahap"
}, file_3[] = {
#embed "../../../Patterns/bounce.ahap"
}, file_4[] = {
#embed "../../../Patterns/buzz-halved-by-curve.ahap"
}, file_5[] = {
#embed "../../../Patterns/buzz-halved-by-parameter.ahap"
}, file_6[] = {
#embed "../../../Patterns/engine.ahap"
}, file_7[] = {
#embed "../../../Patterns/heartbeat.ahap"
}, file_8[] = {
#embed "../../../Patterns/impact-heavy.ahap"
}, file_9[] = {
#embed "../../../Patterns/impact-light.ahap"
}, file_10[] = {
#embed "../../../Patterns/impact-medium.ahap"
}, file_11[] = {
#embed "../../../Patterns/impact-rigid.ahap"
}, file_12[] = {
#embed "../../../Patterns/impact-soft.ahap"
}, file_13[] = {
#embed "../../../Patterns/inflate.ahap"
}, file_14[] = {
#embed "../../../Patterns/notification-error.ahap"
}, file_15[] = {
#embed "../../../Patterns/notification-success.ahap"
}, file_16[] = {
#embed "../../../Patterns/notification-warning.ahap"
}, file_17[] = {
#embed "../../../Patterns/rain.ahap"
}, file_18[] = {
#embed "../../../Patterns/recharge.ahap"
}, file_19[] = {
#embed "../../../Patterns/rumble.ahap"
}, file_20[] = {
#embed "../../../Patterns/selection.ahap"
}, file_21[] = {
#embed "../../../Patterns/sharpness-sweep.ahap"
}, file_22[] = {
#embed "../../../Patterns/slice.ahap"
}, file_23[] = {
#embed "../../../Patterns/snip.ahap"
}, file_24[] = {
#embed "../../../Patterns/splash.ahap"
}, file_25[] = {
#embed "../../../Patterns/two-bites.ahap"
}, file_26[] = {
#embed "../../../Patterns/Sounds/bell.wav"
};

static const struct studio_file files[] = {
  {"library/arpeggio.ahap", file_0, sizeof file_0},  {"library/beat-of-five.ahap", file_1, sizeof file_1},
  {"library/bell.ahap", file_2, sizeof file_2},  {"library/bounce.ahap", file_3, sizeof file_3},
  {"library/buzz-halved-by-curve.ahap", file_4, sizeof file_4},  {"library/buzz-halved-by-parameter.ahap", file_5, sizeof file_5},
  {"library/engine.ahap", file_6, sizeof file_6},  {"library/heartbeat.ahap", file_7, sizeof file_7},
  {"library/impact-heavy.ahap", file_8, sizeof file_8},  {"library/impact-light.ahap", file_9, sizeof file_9},
  {"library/impact-medium.ahap", file_10, sizeof file_10},  {"library/impact-rigid.ahap", file_11, sizeof file_11},
  {"library/impact-soft.ahap", file_12, sizeof file_12},  {"library/inflate.ahap", file_13, sizeof file_13},
  {"library/notification-error.ahap", file_14, sizeof file_14},  {"library/notification-success.ahap", file_15, sizeof file_15},
  {"library/notification-warning.ahap", file_16, sizeof file_16},  {"library/rain.ahap", file_17, sizeof file_17},
  {"library/recharge.ahap", file_18, sizeof file_18},  {"library/rumble.ahap", file_19, sizeof file_19},
  {"library/selection.ahap", file_20, sizeof file_20},  {"library/sharpness-sweep.ahap", file_21, sizeof file_21},
  {"library/slice.ahap", file_22, sizeof file_22},  {"library/snip.ahap", file_23, sizeof file_23},
  {"library/splash.ahap", file_24, sizeof file_24},  {"library/two-bites.ahap", file_25, sizeof file_25},
  {"library/Sounds/bell.wav", file_26, sizeof file_26},
};

const struct studio_table studio_library = {files, sizeof files / sizeof *files};
