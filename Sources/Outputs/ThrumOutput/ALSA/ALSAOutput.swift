import ThrumDevice
import ThrumSystem

/// An ALSA device (`default`, `hw:0`, `pulse`, …) with its own I/O thread and watchdog.
///
/// Calls that can hang run on the I/O thread. Callers wait until a deadline, then abandon the thread.
public final class ALSAOutput: OutputDevice {
  static let openSeconds = 2.0
  /// Maximum time that a stop waits for the I/O thread.
  static let stopSeconds = 0.29

  private let name: String
  private let runtime: DeviceRuntime
  private let makeThread: (OutputRequest) -> IOThread
  private var thread: IOThread?
  private var watchdog: Watchdog?

  /// Creates an output without opening the device.
  public convenience init(name: String = "default") {
    self.init(name: name, runtime: .system) { request in
      IOThread(name: name, request: request, runtime: .system) { ALSAPCM(name: name, request: request) }
    }
  }

  init(name: String, runtime: DeviceRuntime, makeThread: @escaping (OutputRequest) -> IOThread) {
    self.name = name
    self.runtime = runtime
    self.makeThread = makeThread
  }

  /// Opens and configures the device on the I/O thread.
  ///
  /// - Throws: `OutputError`, within 2 s.
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    let thread = makeThread(request)
    self.thread = thread
    do throws(ThreadError) { try runtime.startThread("thrum-io") { thread.run() } } catch { throw OutputError(error) }
    guard let result = thread.waitForOpening(seconds: ALSAOutput.openSeconds) else {
      thread.signals.stop()
      throw OutputError(
        .timeout, device: name,
        message: "“\(name)” did not open within 2 s; the sound server may be frozen: restart it")
    }
    return try result.get()
  }

  /// Passes the renderer to the I/O thread and starts the watchdog.
  public func start(_ feed: RenderFeed) throws(OutputError) {
    guard let thread else {
      throw OutputError(.failed, device: name, message: "the output was started before it was opened")
    }
    thread.give(feed)
    let watchdog = Watchdog(thread.signals, report: thread.report, feed: feed, runtime: runtime)
    do throws(ThreadError) { try watchdog.start() } catch { throw OutputError(error) }
    self.watchdog = watchdog
  }

  /// Fades out and closes the device. Returns `false` if a thread is hanging.
  public func stop() -> Bool {
    guard let thread else { return true }
    thread.signals.stop()
    let hasEnded = thread.signals.waitForEnd(seconds: ALSAOutput.stopSeconds)
    let isReplaced = watchdog?.stop(takingLease: !hasEnded) ?? true
    self.thread = nil
    watchdog = nil
    return hasEnded && isReplaced
  }

  /// Underruns so far.
  public var underrunCount: Int { thread?.report.underrunCount ?? 0 }
}

extension ALSAOutput {
  /// The outputs `alsa` and `alsa:NAME`.
  public static let kind = OutputKind(
    "alsa", argument: .optional("NAME"), summary: "a sound card or a sound server, through ALSA", audience: .ears,
    list: DeviceList.alsa
  ) { ALSAOutput(name: $0.isEmpty ? "default" : $0) }
}
