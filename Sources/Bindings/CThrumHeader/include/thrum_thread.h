// What the implementation keeps for each thread; not installed.
#ifndef THRUM_THREAD_H
#define THRUM_THREAD_H

#include <stddef.h>

/// The slots of a thread's texts.
enum { CTHRUM_LAST_ERROR = 0, CTHRUM_STATUS_NAME = 1, CTHRUM_VERSION = 2 };

/// Keeps `length` bytes of text for this thread, cut at a character's edge when too long; returns the copy.
const char *_Nonnull cthrum_keep(int slot, const char *_Nonnull text, size_t length);
/// What was kept last; empty at first.
const char *_Nonnull cthrum_kept(int slot);

/// Notes that a callback begins (1) or ends (−1) on this thread; returns how many are under way on it.
int cthrum_callback(int change);

#endif
