#pragma once
#include "studio_files.h"

struct studio_table {
  const struct studio_file *files;
  size_t count;
};

extern const struct studio_table studio_page, studio_phone, studio_share, studio_library;
