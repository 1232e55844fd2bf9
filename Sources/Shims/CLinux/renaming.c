#define _GNU_SOURCE
#include "CLinux.h"

#include <stdio.h>

int thrum_exchange_names(int folder, const char *first, const char *second) {
  return renameat2(folder, first, folder, second, RENAME_EXCHANGE);
}

int thrum_rename_to_free_name(int folder, const char *name, int other, const char *free_name) {
  return renameat2(folder, name, other, free_name, RENAME_NOREPLACE);
}
