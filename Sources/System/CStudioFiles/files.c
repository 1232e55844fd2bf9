#include "studio_table.h"

const struct studio_file *studio_file_at(size_t number) {
  if (number < studio_page.count) return &studio_page.files[number];
  number -= studio_page.count;
  return number < studio_library.count ? &studio_library.files[number] : NULL;
}
