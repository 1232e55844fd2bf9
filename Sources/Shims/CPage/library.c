// Written by list-files.sh: one table, however long.
#include "studio_table.h"
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char
library_arpeggio_ahap[] = {
#embed "../../../Patterns/arpeggio.ahap"
}, library_beat_of_five_ahap[] = {
#embed "../../../Patterns/beat-of-five.ahap"
}, library_bell_ahap[] = {
#embed "../../../Patterns/bell.ahap"
}, library_bounce_ahap[] = {
#embed "../../../Patterns/bounce.ahap"
}, library_buzz_halved_by_curve_ahap[] = {
#embed "../../../Patterns/buzz-halved-by-curve.ahap"
}, library_buzz_halved_by_parameter_ahap[] = {
#embed "../../../Patterns/buzz-halved-by-parameter.ahap"
}, library_engine_ahap[] = {
#embed "../../../Patterns/engine.ahap"
}, library_heartbeat_ahap[] = {
#embed "../../../Patterns/heartbeat.ahap"
}, library_impact_heavy_ahap[] = {
#embed "../../../Patterns/impact-heavy.ahap"
}, library_impact_light_ahap[] = {
#embed "../../../Patterns/impact-light.ahap"
}, library_impact_medium_ahap[] = {
#embed "../../../Patterns/impact-medium.ahap"
}, library_impact_rigid_ahap[] = {
#embed "../../../Patterns/impact-rigid.ahap"
}, library_impact_soft_ahap[] = {
#embed "../../../Patterns/impact-soft.ahap"
}, library_inflate_ahap[] = {
#embed "../../../Patterns/inflate.ahap"
}, library_notification_error_ahap[] = {
#embed "../../../Patterns/notification-error.ahap"
}, library_notification_success_ahap[] = {
#embed "../../../Patterns/notification-success.ahap"
}, library_notification_warning_ahap[] = {
#embed "../../../Patterns/notification-warning.ahap"
}, library_rain_ahap[] = {
#embed "../../../Patterns/rain.ahap"
}, library_recharge_ahap[] = {
#embed "../../../Patterns/recharge.ahap"
}, library_rumble_ahap[] = {
#embed "../../../Patterns/rumble.ahap"
}, library_selection_ahap[] = {
#embed "../../../Patterns/selection.ahap"
}, library_sharpness_sweep_ahap[] = {
#embed "../../../Patterns/sharpness-sweep.ahap"
}, library_slice_ahap[] = {
#embed "../../../Patterns/slice.ahap"
}, library_snip_ahap[] = {
#embed "../../../Patterns/snip.ahap"
}, library_splash_ahap[] = {
#embed "../../../Patterns/splash.ahap"
}, library_two_bites_ahap[] = {
#embed "../../../Patterns/two-bites.ahap"
}, library_Sounds_bell_wav[] = {
#embed "../../../Patterns/Sounds/bell.wav"
};

static const struct studio_file files[] = {
  {"library/arpeggio.ahap", library_arpeggio_ahap, sizeof library_arpeggio_ahap},
  {"library/beat-of-five.ahap", library_beat_of_five_ahap, sizeof library_beat_of_five_ahap},
  {"library/bell.ahap", library_bell_ahap, sizeof library_bell_ahap},
  {"library/bounce.ahap", library_bounce_ahap, sizeof library_bounce_ahap},
  {"library/buzz-halved-by-curve.ahap", library_buzz_halved_by_curve_ahap, sizeof library_buzz_halved_by_curve_ahap},
  {"library/buzz-halved-by-parameter.ahap", library_buzz_halved_by_parameter_ahap, sizeof library_buzz_halved_by_parameter_ahap},
  {"library/engine.ahap", library_engine_ahap, sizeof library_engine_ahap},
  {"library/heartbeat.ahap", library_heartbeat_ahap, sizeof library_heartbeat_ahap},
  {"library/impact-heavy.ahap", library_impact_heavy_ahap, sizeof library_impact_heavy_ahap},
  {"library/impact-light.ahap", library_impact_light_ahap, sizeof library_impact_light_ahap},
  {"library/impact-medium.ahap", library_impact_medium_ahap, sizeof library_impact_medium_ahap},
  {"library/impact-rigid.ahap", library_impact_rigid_ahap, sizeof library_impact_rigid_ahap},
  {"library/impact-soft.ahap", library_impact_soft_ahap, sizeof library_impact_soft_ahap},
  {"library/inflate.ahap", library_inflate_ahap, sizeof library_inflate_ahap},
  {"library/notification-error.ahap", library_notification_error_ahap, sizeof library_notification_error_ahap},
  {"library/notification-success.ahap", library_notification_success_ahap, sizeof library_notification_success_ahap},
  {"library/notification-warning.ahap", library_notification_warning_ahap, sizeof library_notification_warning_ahap},
  {"library/rain.ahap", library_rain_ahap, sizeof library_rain_ahap},
  {"library/recharge.ahap", library_recharge_ahap, sizeof library_recharge_ahap},
  {"library/rumble.ahap", library_rumble_ahap, sizeof library_rumble_ahap},
  {"library/selection.ahap", library_selection_ahap, sizeof library_selection_ahap},
  {"library/sharpness-sweep.ahap", library_sharpness_sweep_ahap, sizeof library_sharpness_sweep_ahap},
  {"library/slice.ahap", library_slice_ahap, sizeof library_slice_ahap},
  {"library/snip.ahap", library_snip_ahap, sizeof library_snip_ahap},
  {"library/splash.ahap", library_splash_ahap, sizeof library_splash_ahap},
  {"library/two-bites.ahap", library_two_bites_ahap, sizeof library_two_bites_ahap},
  {"library/Sounds/bell.wav", library_Sounds_bell_wav, sizeof library_Sounds_bell_wav},
};

const struct studio_table studio_library = {files, sizeof files / sizeof *files};
