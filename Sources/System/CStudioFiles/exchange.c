#define _GNU_SOURCE
#include <stdio.h>
#include <studio_files.h>

int studio_exchange_names(int folder, const char *first, const char *second) {
  return renameat2(folder, first, folder, second, RENAME_EXCHANGE);
}
