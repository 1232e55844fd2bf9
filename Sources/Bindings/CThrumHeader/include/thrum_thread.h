// Thread-local storage of the implementation; not installed.
#ifndef THRUM_THREAD_H
#define THRUM_THREAD_H

#include <stddef.h>

/// A thread's text slots.
enum { CTHRUM_LAST_ERROR = 0, CTHRUM_STATUS_NAME = 1, CTHRUM_VERSION = 2 };

/// Stores `length` bytes of text for this thread, truncated at a character boundary if too long. Returns the copy.
const char *_Nonnull cthrum_keep(int slot, const char *_Nonnull text, size_t length);
/// Returns the last stored text; empty at first.
const char *_Nonnull cthrum_kept(int slot);

/// Records the start (1) or end (−1) of a callback on this thread; returns the number of running ones.
int cthrum_callback(int change);

#endif
