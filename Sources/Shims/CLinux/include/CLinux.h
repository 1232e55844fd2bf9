// C parts for Swift: floating-point mode, sanitizer marks, threads, events, children, terminals and renaming.
#ifndef THRUM_CREALTIME_H
#define THRUM_CREALTIME_H

#include "loaded.h"
#include "portable.h"

#ifndef __wasm__

#ifndef __linux__
#error "Thrum provides Core Haptics on Linux only: in Package.swift, add condition: .when(platforms: [.linux])"
#endif

#include <termios.h>

/// Returns nanoseconds of CLOCK_MONOTONIC (clock_gettime, no system call on Linux).
THRUM_REALTIME uint64_t thrum_monotonic_nanoseconds(void);

/// Starts a detached thread that runs `body(context)`, with a name of at most 15 bytes.
/// Returns 0 or an errno (pthread_create).
int thrum_thread_start(const char *name, void (*body)(void *context), void *context);

/// Tests whether `count` more threads can run at once, by starting and joining them (pthread_create).
/// Returns 0 or an errno.
int thrum_threads_try(int count);

/// Whether the process has more privileges than its caller, so that its environment must not be trusted
/// (getauxval, AT_SECURE).
int thrum_is_privileged(void);

/// Returns the calling thread's ID (gettid).
int thrum_thread_number(void);

/// Returns the address of the label of the Dispatch queue whose work runs on this thread; 0 if it has none.
unsigned long thrum_current_queue(void);

/// Returns the CPU time of a thread of this process in seconds; 0 if it has ended (clock_gettime,
/// pthread_getcpuclockid).
double thrum_thread_seconds(int number);

/// Whether a thread of this process runs or waits for a CPU; 0 if /proc cannot be read (proc_pid_stat, state).
int thrum_thread_is_runnable(int number);

/// Whether any thread of this process but the caller's is runnable; 0 if /proc cannot be read (proc_pid_task).
int thrum_thread_any_other_is_runnable(void);

/// Requests SCHED_FIFO at `priority` for the calling thread. Returns 0 or an errno (pthread_setschedparam).
int thrum_thread_request_fifo(int priority);

/// Returns a descriptor that is readable while a blocked signal is pending, for polling only (signalfd). -1 and errno
/// on failure. The caller closes it.
int thrum_signal_descriptor(int signal);

/// Creates an event that one thread raises and another waits for (eventfd). Returns a descriptor, or -1.
int thrum_event_make(void);
/// Raises the event; never blocks.
void thrum_event_raise(int event);
/// Waits until the event is raised or `deadline` (`thrum_monotonic_nanoseconds`), and clears the event.
/// Returns 1 if it was raised (ppoll).
int thrum_event_wait_until(int event, uint64_t deadline);
/// Waits without a timeout until either event is raised, and clears both (poll).
void thrum_event_wait_either(int event, int other);
/// Clears the event without waiting. Returns 1 if it was raised.
int thrum_event_clear(int event);
/// Duplicates the event's descriptor, close-on-exec, or returns -1 (fcntl, F_DUPFD_CLOEXEC).
int thrum_event_duplicate(int event);
void thrum_event_close(int event);

/// Places from which hosts pull samples, for the engine to manage; zero at first. Static, so that a host's thread finds
/// them without a lock or an initialisation, and never freed.
enum { THRUM_PULL_PLACES = 64, THRUM_PULL_PLACE_BYTES = 512 };
/// Returns a word for each place.
THRUM_REALTIME uint64_t *thrum_pull_words(void);
/// Returns the memory of place 0; the others follow.
THRUM_REALTIME void *thrum_pull_memory(void);

/// A one-shot latch with timeouts on CLOCK_MONOTONIC (pthread_condattr_setclock). Dispatch's semaphores use the wall
/// clock, which can jump.
typedef struct thrum_latch thrum_latch;
/// Returns NULL and errno on failure.
thrum_latch *thrum_latch_make(void);
/// Raises the latch and wakes all waiting threads.
void thrum_latch_raise(thrum_latch *latch);
/// Waits until the latch is raised or `deadline` (`thrum_monotonic_nanoseconds`). Returns 1 if it is raised.
int thrum_latch_wait_until(thrum_latch *latch, uint64_t deadline);
/// No thread may use the latch any more.
void thrum_latch_free(thrum_latch *latch);

/// Returns freed memory in the middle of the heap to the system, which takes some milliseconds (malloc_trim).
void thrum_return_heap(void);

/// Limits malloc to one arena; each further one would reserve 64 MB of address space (mallopt).
void thrum_share_heap(void);

/// Returns the bytes of address space left below the limit (`ulimit -v`), by /proc; -1 without a limit (getrlimit).
int64_t thrum_address_space_left(void);

/// Creates an anonymous in-memory file (memfd_create). Returns a descriptor, or -1 and errno.
int thrum_memory_file(const char *name);

/// Makes signals that end the process restore the terminal first; a previous handler, such as Swift's for backtraces,
/// runs after that. Ignored signals stay ignored (sigaction). A process that exits without a signal must restore it
/// itself.
void thrum_terminal_guard(int descriptor, const struct termios *settings);
/// Ends the guard without changing the terminal.
void thrum_terminal_unguard(void);

/// Creates a file that must not exist, and registers it as unfinished. Returns a descriptor, or -1 and errno.
int thrum_unfinished_create(const char *path);
/// Call once the file has its final name or is removed.
void thrum_unfinished_forget(const char *path);
/// Removes all unfinished files; creates no further ones. The process must end after that. Async-signal-safe.
void thrum_unfinished_remove(void);
/// Makes all signals that end the process remove unfinished files first, as `thrum_terminal_guard` restores the
/// terminal. For commands only: a library leaves signals to its program.
void thrum_unfinished_guard(void);
/// Number of this program's arguments, its name included, which may be 0. Needs no /proc, unlike Swift's `CommandLine`.
int thrum_argument_count(void);
/// Returns an argument, valid until the process ends, or NULL.
const char *thrum_argument(int index);
/// Path by which the kernel started this program, maybe relative to the first working directory, or NULL (AT_EXECFN).
const char *thrum_program_path(void);

/// A started program.
struct thrum_child {
  int id;
  /// What it prints, unless it prints into files: then -1. The caller closes it.
  int output;
  /// Readable once it has ended; until the caller reaps it, its number stays taken. The caller closes it.
  int end;
};
/// Starts a program in PATH without a shell, in its own session and process group, without input. It is killed when the
/// calling thread ends, and so when the process ends, even if that is killed. It prints into the files `sink` and
/// `errors`, or if `sink` is negative into a pipe. Returns 0 or an errno (_Fork, execvp, PR_SET_PDEATHSIG, pidfd_open).
int thrum_child_start(char *const words[], int sink, int errors, struct thrum_child *child);
/// Returns how many bytes of its output can be read at once (FIONREAD).
int thrum_child_unread(const struct thrum_child *child);

/// Records, at load time, a function that registers a library with the engine.
void thrum_library_hook_add(void (*hook)(void));
/// Calls the recorded functions in order.
void thrum_library_hooks_call(void);

/// Exchanges the names of two files in an open folder atomically. Returns 0, or -1 with errno: EINVAL or ENOSYS if the
/// file system does not support it (renameat2, RENAME_EXCHANGE).
int thrum_exchange_names(int folder, const char *first, const char *second);

/// Renames a file, within an open folder or to another, unless the new name is taken. Returns 0, or -1 with errno:
/// EEXIST if it is taken, EINVAL or ENOSYS if the file system does not support it (renameat2, RENAME_NOREPLACE).
int thrum_rename_to_free_name(int folder, const char *name, int other, const char *free_name);

/// Notes that this process relies on threads that a child of fork() will not have. Cheap after the first call.
void thrum_threads_matter(void);
/// Whether fork() created this process, or one of its ancestors, after `thrum_threads_matter`.
THRUM_REALTIME int thrum_threads_are_lost(void);

#endif

#endif
