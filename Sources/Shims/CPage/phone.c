// Written by list-files.sh.
#include "studio_table.h"
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char file_0[] = {
#embed "../../Tools/ThrumStudio/PhonePage/follower.js"
}, file_1[] = {
#embed "../../Tools/ThrumStudio/PhonePage/index.html"
}, file_2[] = {
#embed "../../Tools/ThrumStudio/PhonePage/phone.css"
}, file_3[] = {
#embed "../../Tools/ThrumStudio/PhonePage/phone.js"
}, file_4[] = {
#embed "../../Tools/ThrumStudio/PhonePage/player.js"
}, file_5[] = {
#embed "../../Tools/ThrumStudio/PhonePage/vibration.js"
}, file_6[] = {
#embed "../../Tools/ThrumStudio/PhonePage/view.js"
};

static const struct studio_file files[] = {
  {"phone/follower.js", file_0, sizeof file_0},  {"phone/index.html", file_1, sizeof file_1},
  {"phone/phone.css", file_2, sizeof file_2},  {"phone/phone.js", file_3, sizeof file_3},
  {"phone/player.js", file_4, sizeof file_4},  {"phone/vibration.js", file_5, sizeof file_5},
  {"phone/view.js", file_6, sizeof file_6},
};

const struct studio_table studio_phone = {files, sizeof files / sizeof *files};
