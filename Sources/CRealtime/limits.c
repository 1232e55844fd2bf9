#include "CRealtime.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

// The address space in use; 0 when /proc cannot be read.
static int64_t address_space_used(void) {
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[64];
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count > 0 ? count : 0] = 0;
  return strtoll(text, NULL, 10) * sysconf(_SC_PAGESIZE);
}

int64_t thrum_address_space_left(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur > INT64_MAX) return -1;
  int64_t left = (int64_t)limit.rlim_cur - address_space_used();
  return left > 0 ? left : 0;
}
