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

// Gives a file of an open folder a name, in the same folder or another, that nothing has yet. Returns 0, or -1 with errno: EEXIST
// for a name that is taken, EINVAL or ENOSYS where the file system cannot (renameat2 with RENAME_NOREPLACE).
int studio_rename_to_free_name(int folder, const char *name, int other, const char *free_name);

// Whether an open folder lies on a file system that others may change without this system's knowledge (fstatfs, f_type).
int studio_is_remote(int folder);

// Whether a program has a file, which is open for reading alone, open for writing; 0 where the file system cannot tell
// (fcntl with F_SETLEASE).
int studio_is_being_written(int file);
