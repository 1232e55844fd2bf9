// Written by list-files.sh.
#include "studio_table.h"
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char file_0[] = {
#embed "../../Tools/ThrumStudio/SharePage/share.css"
}, file_1[] = {
#embed "../../Tools/ThrumStudio/SharePage/share.js"
};

static const struct studio_file files[] = {
  {"share/share.css", file_0, sizeof file_0},  {"share/share.js", file_1, sizeof file_1},
};

const struct studio_table studio_share = {files, sizeof files / sizeof *files};
