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

// Whether an open folder lies on a file system that others may change without this system's knowledge (fstatfs, f_type).
int studio_is_remote(int folder);

// Whether a program has a file, which is open for reading alone, open for writing; 0 where the file system cannot tell
// (fcntl with F_SETLEASE).
int studio_is_being_written(int file);
