#include "CLinux.h"

static _Alignas(64) uint64_t words[THRUM_PULL_PLACES];
static _Alignas(64) unsigned char memory[THRUM_PULL_PLACES][THRUM_PULL_PLACE_BYTES];

uint64_t *thrum_pull_words(void) { return words; }

void *thrum_pull_memory(void) { return memory; }
