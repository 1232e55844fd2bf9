// Written by list-files.sh: one table, however long.
#include "studio_table.h"
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char
share_share_css[] = {
#embed "../../Tools/ThrumStudio/SharePage/share.css"
}, share_share_js[] = {
#embed "../../Tools/ThrumStudio/SharePage/share.js"
};

static const struct studio_file files[] = {
  {"share/share.css", share_share_css, sizeof share_share_css},
  {"share/share.js", share_share_js, sizeof share_share_js},
};

const struct studio_table studio_share = {files, sizeof files / sizeof *files};
