// Written by list-files.sh: one table, however long.
#include "studio_table.h"
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char
phone_follower_js[] = {
#embed "../../Tools/ThrumStudio/PhonePage/follower.js"
}, phone_index_html[] = {
#embed "../../Tools/ThrumStudio/PhonePage/index.html"
}, phone_phone_css[] = {
#embed "../../Tools/ThrumStudio/PhonePage/phone.css"
}, phone_phone_js[] = {
#embed "../../Tools/ThrumStudio/PhonePage/phone.js"
}, phone_player_js[] = {
#embed "../../Tools/ThrumStudio/PhonePage/player.js"
}, phone_vibration_js[] = {
#embed "../../Tools/ThrumStudio/PhonePage/vibration.js"
}, phone_view_js[] = {
#embed "../../Tools/ThrumStudio/PhonePage/view.js"
};

static const struct studio_file files[] = {
  {"phone/follower.js", phone_follower_js, sizeof phone_follower_js},
  {"phone/index.html", phone_index_html, sizeof phone_index_html},
  {"phone/phone.css", phone_phone_css, sizeof phone_phone_css},
  {"phone/phone.js", phone_phone_js, sizeof phone_phone_js},
  {"phone/player.js", phone_player_js, sizeof phone_player_js},
  {"phone/vibration.js", phone_vibration_js, sizeof phone_vibration_js},
  {"phone/view.js", phone_view_js, sizeof phone_view_js},
};

const struct studio_table studio_phone = {files, sizeof files / sizeof *files};
