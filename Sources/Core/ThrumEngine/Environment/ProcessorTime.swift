import CRealtime

struct ProcessorTime {
  private struct Step {
    let thread: Int32
    let begin: Double
  }

  private var running: [Step] = []
  private var spent = 0.0

  mutating func beginStep() {
    let thread = thrum_thread_number()
    running.append(Step(thread: thread, begin: thrum_thread_seconds(thread)))
  }

  mutating func endStep() {
    let thread = thrum_thread_number()
    guard let last = running.lastIndex(where: { $0.thread == thread }) else { return }
    spent += thrum_thread_seconds(thread) - running[last].begin
    running.remove(at: last)
  }

  /// Processor time used, in seconds, including steps in progress.
  var seconds: Double { running.reduce(spent) { $0 + thrum_thread_seconds($1.thread) - $1.begin } }

  /// Whether a step in progress is using or awaiting a processor.
  var isRunnable: Bool { running.contains { thrum_thread_is_runnable($0.thread) != 0 } }
}
