// The part of Godot 3's GDNative interface used by this add-on, as in Godot 3.2 to 3.5: a library receives a record
// that ends in an array of functions; their indices are the same in these versions.
#ifndef THRUM_GDNATIVE_H
#define THRUM_GDNATIVE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct { uint8_t bytes[24]; } gd_variant;
typedef struct { uint8_t bytes[sizeof(void *)]; } gd_string;
typedef struct { uint8_t bytes[sizeof(void *)]; } gd_char_string;
typedef struct { uint8_t bytes[sizeof(void *)]; } gd_array;

typedef struct {
  unsigned type;
  unsigned major, minor;
  const void *next;
  unsigned extension_count;
  const void *const *extensions;
  void (*functions[744])(void);
} gd_api;

typedef struct {
  bool in_editor;
  uint64_t core_hash, editor_hash, no_api_hash;
  void (*report_version)(void);
  void (*report_loading_error)(const void *library, const char *what);
  const void *library;
  const gd_api *api;
  const gd_string *path;
} gd_init_options;

// Indices into `functions`.
enum {
  GD_ARRAY_GET = 333,
  GD_ARRAY_SIZE = 356,
  GD_VARIANT_NEW_NIL = 509,
  GD_VARIANT_NEW_BOOL = 510,
  GD_VARIANT_NEW_INT = 512,
  GD_VARIANT_NEW_REAL = 513,
  GD_VARIANT_NEW_STRING = 514,
  GD_VARIANT_AS_BOOL = 537,
  GD_VARIANT_AS_INT = 539,
  GD_VARIANT_AS_REAL = 540,
  GD_VARIANT_AS_STRING = 541,
  GD_VARIANT_DESTROY = 570,
  GD_CHAR_STRING_GET_DATA = 572,
  GD_CHAR_STRING_DESTROY = 573,
  GD_STRING_NEW = 574,
  GD_STRING_UTF8 = 678,
  GD_STRING_PARSE_UTF8 = 679,
  GD_STRING_DESTROY = 721
};

typedef gd_variant (*gd_array_get)(const gd_array *, int);
typedef int (*gd_array_size)(const gd_array *);
typedef void (*gd_variant_new_nil)(gd_variant *);
typedef void (*gd_variant_new_bool)(gd_variant *, bool);
typedef void (*gd_variant_new_int)(gd_variant *, int64_t);
typedef void (*gd_variant_new_real)(gd_variant *, double);
typedef void (*gd_variant_new_string)(gd_variant *, const gd_string *);
typedef bool (*gd_variant_as_bool)(const gd_variant *);
typedef int64_t (*gd_variant_as_int)(const gd_variant *);
typedef double (*gd_variant_as_real)(const gd_variant *);
typedef gd_string (*gd_variant_as_string)(const gd_variant *);
typedef void (*gd_variant_destroy)(gd_variant *);
typedef const char *(*gd_char_string_get_data)(const gd_char_string *);
typedef void (*gd_char_string_destroy)(gd_char_string *);
typedef void (*gd_string_new)(gd_string *);
typedef gd_char_string (*gd_string_utf8)(const gd_string *);
typedef bool (*gd_string_parse_utf8)(gd_string *, const char *);
typedef void (*gd_string_destroy)(gd_string *);

#endif
