#include "studio_table.h"

const struct studio_file *studio_file_at(size_t number) {
  const struct studio_table *tables[] = {&studio_page, &studio_phone, &studio_share, &studio_library};
  for (size_t index = 0; index < sizeof tables / sizeof *tables; index++) {
    if (number < tables[index]->count) return &tables[index]->files[number];
    number -= tables[index]->count;
  }
  return NULL;
}
