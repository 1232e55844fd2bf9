#include "include/thrum_thread.h"

#include <string.h>

enum { capacity = 1024 };
static _Thread_local char texts[3][capacity];
static _Thread_local int callbacks;

const char *cthrum_keep(int slot, const char *text, size_t length) {
  if (length >= capacity) {
    length = capacity - 1;
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length--;
  }
  memmove(texts[slot], text, length);
  texts[slot][length] = 0;
  return texts[slot];
}

const char *cthrum_kept(int slot) { return texts[slot]; }

int cthrum_callback(int change) { return callbacks += change; }
