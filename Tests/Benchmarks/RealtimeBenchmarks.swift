import CLinux
import Foundation
import Synchronization
import ThrumDevice
import ThrumEngine
import ThrumOffline
import ThrumPattern
import ThrumRender

/// A sink with a buffer of two periods of 64 frames, while every core is busy.
enum RealtimeBenchmarks {
  static func run(_ report: inout Report, seconds: Double) throws {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let busy = try (0..<cores).map { _ in try ChildProcess(ChildProcess.ownPath, ["--busy"]) }
    defer { for child in busy { child.end() } }
    // Runs in a separate process. It is idle when the second run starts, during which its wake-ups are counted.
    let idle = try ChildProcess(ChildProcess.ownPath, ["--idle"])
    defer { idle.end() }
    add(&report, "normal", PacedRun.run(seconds: max(seconds / 2, idleOutputSeconds + 1), fifo: false))
    let before = switches(of: idle.identifier)
    let fifo = PacedRun.run(seconds: seconds / 2, fifo: true)
    // A thread that has ended meanwhile is not counted.
    let wakes = switches(of: idle.identifier).reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
    if fifo.hasPriority { add(&report, "SCHED_FIFO", fifo) } else { print("(SCHED_FIFO is not allowed here)") }
    report.add(
      "wake-ups of a running engine that plays nothing", Double(wakes) / (seconds / 2), "/s", reference: 0.5)
  }

  private static func add(_ report: inout Report, _ name: String, _ result: PacedRun) {
    report.add("\(name): render of a period, mean", result.meanRender / 1000, "µs")
    report.add("\(name): render of a period, worst", result.worstRender / 1000, "µs")
    report.add("\(name): late wake-up, worst", result.worstLateness / 1e6, "ms")
    report.add("\(name): missed deadlines of \(result.periods)", Double(result.missed), "")
    report.add("\(name): share of a core", 100 * result.share, "%", reference: 2)
  }

  /// Voluntary context switches of each thread of a process.
  private static func switches(of process: pid_t) -> [String: Int] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.reduce(into: [:]) { counts, thread in
      let text = (try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/status", encoding: .utf8)) ?? ""
      let line = text.split(separator: "\n").first { $0.hasPrefix("voluntary") }
      counts[thread] = line.flatMap { Int($0.split(whereSeparator: { $0 == "\t" || $0 == " " }).last ?? "") }
    }
  }

  /// `--busy`: computes until it is killed.
  static func beBusy() {
    var value = 1.0
    while value > 0 { value = value * 0.999_999 + 1e-6 }
  }

  /// `--idle`: runs an idle engine until a signal.
  static func beIdle() throws {
    let engine = try HapticEngine(EngineConfiguration { SilentOutput() }, in: .realTime())
    try engine.startAndWait()
    pause()
    engine.stop(completion: nil)
  }
}

/// One run of the sink.
struct PacedRun {
  private(set) var periods = 0
  private(set) var missed = 0
  private(set) var worstRender = 0.0
  private(set) var worstLateness = 0.0
  private(set) var hasPriority = false
  private var rendering = 0.0
  private var seconds = 0.0

  /// Nanoseconds to render a period.
  var meanRender: Double { rendering / Double(max(1, periods)) }
  /// Share of the time spent rendering.
  var share: Double { rendering / 1e9 / max(1e-9, seconds) }

  /// Runs on a separate thread, as a device would.
  static func run(seconds: Double, fifo: Bool) -> PacedRun {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let measured = measure(seconds: seconds, fifo: fifo)
      box.withLock { $0 = measured }
      done.signal()
    }
    thread.start()
    done.wait()
    return box.withLock { $0 }
  }

  private static let box = Mutex(PacedRun())

  /// Plays a typical pattern, a buzz with taps over it, in periods of 64 frames at 48 kHz with a buffer of two.
  private static func measure(seconds: Double, fifo: Bool) -> PacedRun {
    var run = PacedRun()
    run.seconds = seconds
    run.hasPriority = fifo && thrum_thread_request_fifo(20) == 0
    let schedule = ScheduleCompiler(sampleRate: 48_000).compile(pattern(seconds: seconds))
    var renderer = Renderer(Measured.settings)
    _ = renderer.commands.push(Command(.install(schedule.schedule), player: 0, serial: 1))
    _ = renderer.commands.push(Command(.start(), player: 0, serial: 2))
    let mode = thrum_flush_denormals()
    defer { thrum_restore_float_mode(mode) }
    let alarm = thrum_event_make()
    defer { thrum_event_close(alarm) }
    let period = 64.0 / 48_000 * 1e9
    var start = Double(thrum_monotonic_nanoseconds())
    let periods = Int(seconds * 1e9 / period)
    while run.periods < periods {
      // The sink has played one period and requests another while it plays the second.
      let due = start + Double(run.periods) * period
      _ = thrum_event_wait_until(alarm, UInt64(due))
      let begin = Double(thrum_monotonic_nanoseconds())
      renderer.renderQuantum()
      let end = Double(thrum_monotonic_nanoseconds())
      while renderer.notices.pop() != nil {}
      run.periods += 1
      run.rendering += end - begin
      run.worstRender = max(run.worstRender, end - begin)
      run.worstLateness = max(run.worstLateness, begin - due)
      if end > due + period {
        // The device would have run dry and restarted.
        run.missed += 1
        start += end - due
      }
    }
    return run
  }

  private static func pattern(seconds: Double) -> Pattern {
    var entries: [PatternEntry] = stride(from: 0.0, to: seconds, by: 20).map { time in
      .event(Event(type: .hapticContinuous, time: time, duration: 18))
    }
    entries += stride(from: 0.1, to: seconds, by: 0.25).map { .event(Event(type: .hapticTransient, time: $0)) }
    return Pattern(entries: entries)
  }
}
