import CLinux
import Glibc

/// Handles Ctrl-Z for a command that must first release its device and terminal.
///
/// All threads block SIGTSTP, so it stays pending until the stop. SIGCONT clears it, so a race between the two cannot
/// leave the process stopped.
enum Suspension {
  /// Blocks Ctrl-Z. Call on the main thread before others start.
  static func hold() {
    var set = signals([SIGTSTP])
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  static var isPending: Bool {
    var pending = sigset_t()
    return sigpending(&pending) == 0 && sigismember(&pending, SIGTSTP) == 1 && !EndingSignals.isIgnored(SIGTSTP)
  }

  /// Stops the process if Ctrl-Z is pending. Orphaned process groups do not stop.
  static func stop() {
    var set = signals([SIGTSTP])
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }
}
