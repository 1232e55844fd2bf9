// What Swift cannot say about real time on Linux: floating-point mode, threads, sanitizer marks.
#ifndef THRUM_CREALTIME_H
#define THRUM_CREALTIME_H

#include "loaded.h"

#include <stdint.h>
#include <termios.h>

// Allowed on the render path: the Swift compiler takes our word that the function neither locks nor allocates.
#define THRUM_REALTIME __attribute__((swift_attr("@_noLocks")))

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/// Makes denormal numbers zero on the calling thread (x86: MXCSR FTZ and DAZ; arm64: FPCR FZ).
/// Returns the mode that was set before, for `thrum_restore_float_mode`.
THRUM_REALTIME static inline uint64_t thrum_flush_denormals(void) {
#if defined(__x86_64__)
  uint32_t before = _mm_getcsr();
  _mm_setcsr(before | 0x8040u);
  return before;
#elif defined(__aarch64__)
  uint64_t before;
  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  __asm__ volatile("msr fpcr, %0" ::"r"(before | (1ull << 24)));
  return before;
#else
  return 0;
#endif
}

/// Puts back what `thrum_flush_denormals` returned.
THRUM_REALTIME static inline void thrum_restore_float_mode(uint64_t before) {
#if defined(__x86_64__)
  _mm_setcsr((uint32_t)before);
#elif defined(__aarch64__)
  __asm__ volatile("msr fpcr, %0" ::"r"(before));
#else
  (void)before;
#endif
}

/// The correctly rounded square root: one instruction, the same bits everywhere.
THRUM_REALTIME static inline double thrum_square_root(double x) { return __builtin_sqrt(x); }

/// Marks the start and end of a real-time region for RealtimeSanitizer. Without that sanitizer they do nothing.
THRUM_REALTIME void thrum_realtime_enter(void);
THRUM_REALTIME void thrum_realtime_exit(void);

/// Calls a function that keeps the promises of the render path through a pointer, which the compiler cannot follow.
THRUM_REALTIME static inline int thrum_realtime_call(int (*body)(void *), void *context) { return body(context); }

/// Nanoseconds of CLOCK_MONOTONIC (clock_gettime, no system call on Linux).
THRUM_REALTIME uint64_t thrum_monotonic_nanoseconds(void);

/// Starts a detached thread that runs `body(context)` and gives it a name of at most 15 bytes.
/// Returns 0 or an errno (pthread_create).
int thrum_thread_start(const char *name, void (*body)(void *context), void *context);

/// Whether this many more threads can be had at once: starts them, and waits until they have gone (pthread_create).
/// Returns 0 or an errno.
int thrum_threads_try(int count);

/// Whether the process runs with more privileges than its caller has, so that its environment cannot be trusted
/// (getauxval, AT_SECURE).
int thrum_is_privileged(void);

/// The system's number of the calling thread (gettid).
int thrum_thread_number(void);

/// Seconds of processor time that a thread of this process has had; 0 for one that is no more (clock_gettime, pthread_getcpuclockid).
double thrum_thread_seconds(int number);

/// Whether a thread of this process has a processor, or waits for one; 0 where /proc cannot be read (proc_pid_stat, the state).
int thrum_thread_is_runnable(int number);

/// Asks for SCHED_FIFO at `priority` for the calling thread. Returns 0 or an errno (pthread_setschedparam).
int thrum_thread_request_fifo(int priority);

/// A descriptor that can be read while a blocked signal is pending, to be waited for and not to be read (signalfd). -1 and errno on
/// failure; close() it.
int thrum_signal_descriptor(int signal);

/// An event that one thread raises and another waits for (eventfd). Returns a descriptor, or -1.
int thrum_event_make(void);
/// Raises the event; never blocks.
void thrum_event_raise(int event);
/// Waits until the event is raised or a time of `thrum_monotonic_nanoseconds` has come, and clears it.
/// Returns 1 when it was raised (ppoll).
int thrum_event_wait_until(int event, uint64_t deadline);
/// Waits until one of two events is raised, however long that takes, and clears both (poll).
void thrum_event_wait_either(int event, int other);
/// Clears the event without waiting. Returns 1 when it was raised.
int thrum_event_clear(int event);
/// A second descriptor of the same event, closed on exec too, or -1 (fcntl, F_DUPFD_CLOEXEC).
int thrum_event_duplicate(int event);
/// Closes the event.
void thrum_event_close(int event);

/// Something that is raised once, and waited for by CLOCK_MONOTONIC (pthread_condattr_setclock): Dispatch's semaphores
/// measure their time-outs on the wall clock, which jumps.
typedef struct thrum_latch thrum_latch;
/// Returns a latch, or NULL and errno.
thrum_latch *thrum_latch_make(void);
/// Raises the latch and wakes who waits.
void thrum_latch_raise(thrum_latch *latch);
/// Waits until the latch is raised or a time of `thrum_monotonic_nanoseconds` has come. Returns 1 when it is raised.
int thrum_latch_wait_until(thrum_latch *latch, uint64_t deadline);
/// Frees a latch that nobody uses any more.
void thrum_latch_free(thrum_latch *latch);

/// Keeps one heap for all threads from now on: each further one would set 64 MB of addresses aside (mallopt).
void thrum_share_heap(void);

/// Bytes of addresses that a limit (`ulimit -v`) leaves to the process, by /proc; -1 without a limit (getrlimit).
int64_t thrum_address_space_left(void);

/// A file in memory that no path leads to (memfd_create). Returns a descriptor, or -1 and errno.
int thrum_memory_file(const char *name);

/// From now on a signal that ends the process gives the terminal its settings back first; a handler that was there, such
/// as Swift's for backtraces, runs after that. What ends the process without a signal has to do so itself. Signals that are ignored stay ignored (sigaction).
/// One terminal at a time; the settings are copied.
void thrum_terminal_guard(int descriptor, const struct termios *settings);
/// Ends the guard; the terminal is left as it is.
void thrum_terminal_unguard(void);

/// Notes, while a program is loaded, a function that makes one of its libraries known to the engine.
void thrum_library_hook_add(void (*hook)(void));
/// Calls the functions that were noted, in the order in which they were.
void thrum_library_hooks_call(void);

/// Gives each of two files of an open folder the other's name, in one step. Returns 0, or -1 with errno: EINVAL or ENOSYS where
/// the file system cannot (renameat2 with RENAME_EXCHANGE).
int thrum_exchange_names(int folder, const char *first, const char *second);

/// Gives a file of an open folder a name, in the same folder or another, that nothing has yet. Returns 0, or -1 with errno: EEXIST
/// for a name that is taken, EINVAL or ENOSYS where the file system cannot (renameat2 with RENAME_NOREPLACE).
int thrum_rename_to_free_name(int folder, const char *name, int other, const char *free_name);

#endif
