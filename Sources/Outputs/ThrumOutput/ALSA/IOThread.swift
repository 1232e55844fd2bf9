import CLinux
import Glibc
import Synchronization
import ThrumDevice
import ThrumSystem

/// The thread that owns a device's handle.
///
/// - Thread: the device's queue; `run` on the new thread.
final class IOThread: Sendable {
  /// Time for which opening a busy device is retried, since a released engine may still be fading out on it.
  static let busySeconds = 0.5

  let signals: ThreadSignals
  let report = PCMReport()
  private let name: String
  private let request: OutputRequest
  private let clock: any DeviceClock
  private let openLock: OpenLock
  private let makePCM: @Sendable () -> any PCM
  private let opened = thrum_event_make()
  private let state = Mutex(State())

  private struct State {
    var result: Result<OutputFormat, OutputError>?
    var feed: RenderFeed?
  }

  init(
    name: String, request: OutputRequest, runtime: DeviceRuntime, openLock: OpenLock = .shared,
    makePCM: @escaping @Sendable () -> any PCM
  ) {
    self.name = name
    self.request = request
    self.openLock = openLock
    self.makePCM = makePCM
    clock = runtime.clock
    signals = ThreadSignals(clock: runtime.clock)
  }

  deinit { thrum_event_close(opened) }

  // MARK: The engine's side

  /// Returns `nil` after a timeout.
  func waitForOpening(seconds: Double) -> Result<OutputFormat, OutputError>? {
    _ = clock.wait(for: opened, until: clock.nanoseconds + UInt64(seconds * 1e9))
    return state.withLock { $0.result }
  }

  func give(_ feed: RenderFeed) {
    state.withLock { $0.feed = feed }
    thrum_event_raise(signals.wake)
  }

  private var feed: RenderFeed? { state.withLock { $0.feed } }

  // MARK: The thread

  func run() {
    defer { signals.end() }
    guard let (pcm, format) = open() else { return }
    while feed == nil {
      guard !signals.isStopping else { return }
      signals.sleep(until: clock.nanoseconds + 100_000_000)
    }
    guard let feed else { return }
    report.markAlive(clock.nanoseconds)
    PCMLoop(
      pcm: pcm, format: format, channels: request.channels, feed: feed, signals: signals, report: report,
      openLock: openLock
    ).run()
  }

  func open() -> (pcm: any PCM, format: PCMFormat)? {
    let pcm = makePCM()
    let result = negotiate(pcm)
    let described = result.map(describe)
    state.withLock { $0.result = described }
    thrum_event_raise(opened)
    return (try? result.get()).map { (pcm, $0) }
  }

  private func negotiate(_ pcm: any PCM) -> Result<PCMFormat, OutputError> {
    let code = openPatiently(pcm)
    guard code == 0 else { return .failure(OutputError(alsa: code, device: name, step: "open")) }
    switch pcm.configure() {
    case .failure(let failure): return .failure(OutputError(alsa: failure.code, device: name, step: failure.step))
    case .success(let format):
      let prepared = pcm.prepare()
      return prepared == 0 ? .success(format) : .failure(OutputError(alsa: prepared, device: name, step: "prepare"))
    }
  }

  /// Opens the device when no other thread is opening one. Retries if it is busy.
  private func openPatiently(_ pcm: any PCM) -> Int {
    let begin = clock.nanoseconds
    while true {
      let code = openLock.attempt { pcm.open() }
      let waited = Double(clock.nanoseconds - begin) * 1e-9
      if let code, code != -Int(EBUSY) || waited >= IOThread.busySeconds || signals.isStopping { return code }
      guard waited < ALSAOutput.openSeconds, !signals.isStopping else { return -Int(ETIMEDOUT) }
      signals.sleep(until: clock.nanoseconds + (code == nil ? 1_000_000 : 20_000_000))
    }
  }

  /// Raises the thread's priority if requested.
  ///
  /// - Thread: the I/O thread.
  private func describe(_ format: PCMFormat) -> OutputFormat {
    var description = OutputFormat(
      name: name, sampleRate: Double(format.sampleRate), periodFrames: format.periodFrames,
      bufferFrames: format.bufferFrames, sampleFormat: format.sampleFormat, channels: format.channels)
    if request.wantsRealtimePriority {
      let result = thrum_thread_request_fifo(20)
      description.priority =
        result == 0 ? "SCHED_FIFO 20" : "normal (SCHED_FIFO refused: \(String(cString: strerror(result))))"
    }
    return description
  }
}
