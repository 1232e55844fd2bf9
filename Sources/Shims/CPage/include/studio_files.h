// The studio's page, the page for phones and the pattern library, embedded in the program.
#pragma once
#include <stddef.h>

struct studio_file {
  const char *name; // "page/index.html", "phone/index.html", "library/heartbeat.ahap"
  const unsigned char *bytes;
  size_t size;
};

// Returns a file by its index; NULL after the last one.
const struct studio_file *studio_file_at(size_t number);

// Whether an open folder lies on a file system that other machines may change (fstatfs, f_type).
int studio_is_remote(int folder);

// Whether a program has the file open for writing. `file` must be open for reading only; 0 if the file system cannot
// tell (fcntl, F_SETLEASE).
int studio_is_being_written(int file);
