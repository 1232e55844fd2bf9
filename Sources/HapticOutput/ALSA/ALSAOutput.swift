import CRealtime
import Glibc
import HapticRender
import Synchronization

/// An ALSA device (`default`, `hw:0`, `pulse`, …) with an I/O thread of its own and a watchdog.
///
/// Every call of libasound that can hang is made on the I/O thread; callers wait for it with a deadline and leave it
/// behind when it does not answer.
public final class ALSAOutput: OutputDevice {
  private let name: String
  private var shared: ALSAShared?
  private var watchdog: ALSAWatchdog?

  /// An output to the device of a name; nothing is opened yet.
  public init(name: String = "default") { self.name = name }

  /// Opens and configures the device on the I/O thread.
  public func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    let shared = ALSAShared(name: name, request: request)
    try startThread("thrum-io") { shared.run() }
    guard let result = shared.waitForOpening(seconds: 2) else {
      shared.signals.stop()
      throw OutputError(
        .timeout, device: name,
        message: "“\(name)” did not open within 2 s; the sound server may be frozen: restart it, or use -D null")
    }
    self.shared = shared
    return try result.get()
  }

  /// Hands the renderer to the I/O thread.
  public func start(_ feed: RenderFeed) throws(OutputError) {
    guard let shared else {
      throw OutputError(.failed, device: name, message: "the output was started before it was opened")
    }
    shared.give(feed)
    let watchdog = ALSAWatchdog(shared: shared, feed: feed)
    try watchdog.start()
    self.watchdog = watchdog
  }

  /// Fades and closes.
  public func stop() -> Bool {
    guard let shared else { return true }
    shared.signals.stop()
    let hasEnded = shared.signals.waitForEnd(seconds: 0.29)
    let isReplaced = watchdog?.stop(takingLease: !hasEnded) ?? true
    self.shared = nil
    watchdog = nil
    return hasEnded && isReplaced
  }

  /// How often the device ran dry.
  public var underrunCount: Int { shared?.report.underrunCount ?? 0 }
}

/// What the I/O thread shares with the engine's executor and the watchdog.
final class ALSAShared: Sendable {
  let name: String
  let request: OutputRequest
  let signals = ThreadSignals()
  let report = PCMReport()
  private let opened = thrum_event_make()
  private let state = Mutex(State())

  private struct State {
    var result: Result<OutputFormat, OutputError>?
    /// Address of the feed's copy, 0 before there is one.
    var feedAddress: UInt = 0
  }

  init(name: String, request: OutputRequest) {
    self.name = name
    self.request = request
  }

  deinit {
    thrum_event_close(opened)
    let address = state.withLock { $0.feedAddress }
    UnsafeMutablePointer<RenderFeed>(bitPattern: address)?.deallocate()
  }

  /// The opening's result, or `nil` when it has not come in time.
  func waitForOpening(seconds: Double) -> Result<OutputFormat, OutputError>? {
    _ = thrum_event_wait_until(opened, thrum_monotonic_nanoseconds() + UInt64(seconds * 1e9))
    return state.withLock { $0.result }
  }

  /// Gives the feed to the I/O thread.
  func give(_ feed: RenderFeed) {
    let copy = UnsafeMutablePointer<RenderFeed>.allocate(capacity: 1)
    copy.initialize(to: feed)
    // Safety: the copy belongs to this object until `deinit`; the I/O thread keeps the object while it reads.
    state.withLock { $0.feedAddress = UInt(bitPattern: copy) }
    thrum_event_raise(signals.wake)
  }

  private var feed: RenderFeed? {
    UnsafePointer<RenderFeed>(bitPattern: state.withLock { $0.feedAddress })?.pointee
  }

  /// The I/O thread: opens, answers, waits for the feed, loops.
  func run() {
    defer { signals.end() }
    let pcm = ALSAPCM(name: name, request: request)
    let result = open(pcm)
    state.withLock { $0.result = result.map(\.1) }
    thrum_event_raise(opened)
    guard case .success((let format, _)) = result else { return }
    while feed == nil {
      guard !signals.isStopping else { return }
      signals.sleep(until: thrum_monotonic_nanoseconds() + 100_000_000)
    }
    guard let feed else { return }
    report.markAlive(pcm.nanoseconds)
    PCMLoop(
      pcm: pcm, format: format, channels: request.channels, feed: feed, signals: signals, report: report,
      openLock: .shared
    ).run()
  }

  /// Opens the device. One that is busy is asked again for half a second: an engine that the app has just let go of
  /// may still be fading out on it.
  private func openPatiently(_ pcm: ALSAPCM) -> Int {
    let end = thrum_monotonic_nanoseconds() + 500_000_000
    while true {
      let code = OpenLock.shared.with(deadlineSeconds: 2) { pcm.open() } ?? -Int(ETIMEDOUT)
      let now = thrum_monotonic_nanoseconds()
      guard code == -Int(EBUSY), now < end, !signals.isStopping else { return code }
      signals.sleep(until: now + 20_000_000)
    }
  }

  private func open(_ pcm: ALSAPCM) -> Result<(PCMFormat, OutputFormat), OutputError> {
    let code = openPatiently(pcm)
    guard code == 0 else { return .failure(OutputError(alsa: code, device: name, step: "open")) }
    switch pcm.configure() {
    case .failure(let failure):
      return .failure(OutputError(alsa: failure.code, device: name, step: failure.step))
    case .success(let format):
      let prepared = pcm.prepare()
      guard prepared == 0 else {
        return .failure(OutputError(alsa: prepared, device: name, step: "prepare"))
      }
      var description = OutputFormat(
        name: name, sampleRate: Double(format.sampleRate), periodFrames: format.periodFrames,
        bufferFrames: format.bufferFrames, sampleFormat: format.sampleFormat, channels: format.channels)
      if request.wantsRealtimePriority {
        let result = thrum_thread_request_fifo(20)
        description.priority =
          result == 0
          ? "SCHED_FIFO 20" : "normal (SCHED_FIFO refused: \(String(cString: strerror(result))))"
      }
      return .success((format, description))
    }
  }
}
