#define _GNU_SOURCE
#include "CAudio.h"

#include <fcntl.h>
#include <stdbool.h>

bool thrum_file_reserve(int descriptor, int64_t bytes) {
  return fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, (off_t)bytes) == 0;
}
