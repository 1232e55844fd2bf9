import ThrumDevice
import ThrumSystem

/// An ALSA device (`default`, `hw:0`, `pulse`, …) with an I/O thread of its own and a watchdog.
///
/// Every call of libasound that can hang is made on the I/O thread; callers wait for it with a deadline and leave it
/// behind when it does not answer.
///
/// - Thread: the device's queue.
public final class ALSAOutput: OutputDevice {
  /// Longest time that opening may take, s.
  static let openSeconds = 2.0
  /// Longest time that a stop waits for the I/O thread, s.
  static let stopSeconds = 0.29

  private let name: String
  private let runtime: DeviceRuntime
  private let makeThread: (OutputRequest) -> IOThread
  private var thread: IOThread?
  private var watchdog: Watchdog?

  /// An output to the device of a name; nothing is opened yet.
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
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    let thread = makeThread(request)
    self.thread = thread
    do throws(ThreadError) { try runtime.startThread("thrum-io") { thread.run() } } catch { throw OutputError(error) }
    guard let result = thread.waitForOpening(seconds: ALSAOutput.openSeconds) else {
      thread.signals.stop()
      throw OutputError(
        .timeout, device: name,
        message: "“\(name)” did not open within 2 s; the sound server may be frozen: restart it, or use -D null")
    }
    return try result.get()
  }

  /// Hands the renderer to the I/O thread.
  public func start(_ feed: RenderFeed) throws(OutputError) {
    guard let thread else {
      throw OutputError(.failed, device: name, message: "the output was started before it was opened")
    }
    thread.give(feed)
    let watchdog = Watchdog(thread.signals, report: thread.report, feed: feed, runtime: runtime)
    do throws(ThreadError) { try watchdog.start() } catch { throw OutputError(error) }
    self.watchdog = watchdog
  }

  /// Fades and closes.
  public func stop() -> Bool {
    guard let thread else { return true }
    thread.signals.stop()
    let hasEnded = thread.signals.waitForEnd(seconds: ALSAOutput.stopSeconds)
    let isReplaced = watchdog?.stop(takingLease: !hasEnded) ?? true
    self.thread = nil
    watchdog = nil
    return hasEnded && isReplaced
  }

  /// How often there was an underrun.
  public var underrunCount: Int { thread?.report.underrunCount ?? 0 }
}

extension ALSAOutput {
  /// `alsa`, `alsa:NAME`.
  public static let kind = OutputKind(
    "alsa", argument: .optional("NAME"), summary: "a sound card or a sound server, through ALSA", audience: .ears,
    list: DeviceList.alsa
  ) { ALSAOutput(name: $0.isEmpty ? "default" : $0) }
}
