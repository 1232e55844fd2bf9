import CRealtime

/// The processor time of some work and its threads. Distinguishes work that computes or waits for a processor from
/// work that waits for something else.
struct ProcessorTime {
  private struct Step {
    let thread: Int32
    let begin: Double
  }

  private var running: [Step] = []
  private var spent = 0.0

  /// Records that a step starts on the calling thread.
  mutating func beginStep() {
    let thread = thrum_thread_number()
    running.append(Step(thread: thread, begin: thrum_thread_seconds(thread)))
  }

  /// Records the end of the calling thread's last step.
  mutating func endStep() {
    let thread = thrum_thread_number()
    guard let last = running.lastIndex(where: { $0.thread == thread }) else { return }
    spent += thrum_thread_seconds(thread) - running[last].begin
    running.remove(at: last)
  }

  /// Seconds so far, including steps in progress.
  var seconds: Double { running.reduce(spent) { $0 + thrum_thread_seconds($1.thread) - $1.begin } }

  /// Whether a step in progress has or awaits a processor.
  var isRunnable: Bool { running.contains { thrum_thread_is_runnable($0.thread) != 0 } }
}
