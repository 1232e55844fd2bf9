import CRealtime

/// The processor time that a piece of work has had, and the threads that it runs on: tells work that is slow, or waits for a
/// processor, from work that waits for something else.
struct ProcessorTime {
  private struct Step {
    let thread: Int32
    let begin: Double
  }

  private var running: [Step] = []
  private var spent = 0.0

  /// A step of the work begins on the calling thread.
  mutating func beginStep() {
    let thread = thrum_thread_number()
    running.append(Step(thread: thread, begin: thrum_thread_seconds(thread)))
  }

  /// The last step that has begun on the calling thread is over.
  mutating func endStep() {
    let thread = thrum_thread_number()
    guard let last = running.lastIndex(where: { $0.thread == thread }) else { return }
    spent += thrum_thread_seconds(thread) - running[last].begin
    running.remove(at: last)
  }

  /// Seconds so far, those of steps under way included.
  var seconds: Double { running.reduce(spent) { $0 + thrum_thread_seconds($1.thread) - $1.begin } }

  /// Whether a step under way has a processor, or waits for one.
  var isRunnable: Bool { running.contains { thrum_thread_is_runnable($0.thread) != 0 } }
}
