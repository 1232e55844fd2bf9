#define _GNU_SOURCE
#include "CBundle.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>

// Swift's calling convention, with its separate register for `self`.
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

#define CLASS "$s10Foundation6BundleCN"
#define IDENTIFIER "$s10Foundation6BundleC16bundleIdentifierSSSgvg"
#define MAIN "$s10Foundation6BundleC4mainACvgZ"

// `String?`: two words, of which the second is 0 for nil. Up to 15 characters are in the words themselves.
typedef struct {
  uintptr_t text, text_and_count;
} string;
typedef SWIFT string (*identifier_function)(SELF void *bundle);
typedef SWIFT void *(*main_function)(SELF void *type);

extern void swift_release(void *object);

static identifier_function own_identifier;
static main_function main_bundle;
static void *type;

#if defined(__GLIBC__) && UINTPTR_MAX == UINT64_MAX && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static SWIFT string identifier(SELF void *bundle) {
  string own = own_identifier(bundle);
  if (own.text_and_count) return own;
  void *program = main_bundle(type);
  swift_release(program);
  if (bundle != program) return own;
  // "com.example" and ".app", whose count of 15 is in the last byte.
  return (string){0x6d6178652e6d6f63, 0xef7070612e656c70};
}

__attribute__((constructor)) static void replace(void) {
  Dl_info info;
  const ElfW(Sym) *symbol = NULL;
  own_identifier = (identifier_function)dlsym(RTLD_DEFAULT, IDENTIFIER);
  main_bundle = (main_function)dlsym(RTLD_DEFAULT, MAIN);
  uintptr_t *table = type = dlsym(RTLD_DEFAULT, CLASS);
  if (!table || !own_identifier || !main_bundle) return;
  if (!dladdr1(table, &info, (void **)&symbol, RTLD_DL_SYMENT) || !symbol) return;
  for (size_t word = 0; word < symbol->st_size / sizeof *table; word++)
    if (table[word] == (uintptr_t)own_identifier) table[word] = (uintptr_t)identifier;
}
#endif
