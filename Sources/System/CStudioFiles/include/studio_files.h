// The page of the studio and the library of patterns, as they lie in the repository, inside the program.
#pragma once
#include <stddef.h>

struct studio_file {
  const char *name; // "page/index.html", "library/heartbeat.ahap"
  const unsigned char *bytes;
  size_t size;
};

// The files in the order of their names' table; NULL behind the last.
const struct studio_file *studio_file_at(size_t number);

// Gives each of two files of an open folder the other's name, in one step. Returns 0, or -1 with errno: EINVAL or ENOSYS where
// the file system cannot (renameat2 with RENAME_EXCHANGE).
int studio_exchange_names(int folder, const char *first, const char *second);
