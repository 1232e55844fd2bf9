#include "CLinux.h"

#include <stddef.h>
#include <sys/auxv.h>

static int count;
static char **words;

static void keep(int argc, char **argv, char **environment) {
  (void)environment;
  count = argc;
  words = argv;
}

// glibc passes the arguments of main() to the functions of this section, in programs and in libraries.
__attribute__((section(".init_array"), used)) static void (*const hook)(int, char **, char **) = keep;

int thrum_argument_count(void) { return count; }

const char *thrum_argument(int index) { return index >= 0 && index < count ? words[index] : NULL; }

const char *thrum_program_path(void) { return (const char *)getauxval(AT_EXECFN); }
