import CLinux
import FoundationEssentials
import Glibc
import Synchronization
import ThrumAnswers
import ThrumDevice
import ThrumEngine
import ThrumOutput
import ThrumPattern

/// The engine of a live connection, started on demand.
struct LiveEngine {
  /// The simulated phone, which outlives its engines.
  let environment = HapticEnvironment.realTime(timelineCapacity: 4096)
  let queue = SoundQueue()
  private(set) var engine: HapticEngine?
  private(set) var settings: SoundSettings
  /// The ALSA device, or `nil` for the browser.
  private(set) var device: String?

  init(_ settings: SoundSettings) { self.settings = settings }

  var now: Double { environment.now }

  private mutating func made() throws(EngineError) -> HapticEngine {
    if let engine { return engine }
    let (queue, device) = (queue, device)
    var configuration = EngineConfiguration {
      device.map { ALSAOutput(name: $0) as any OutputDevice } ?? BrowserOutput(queue)
    }
    configuration.settings = settings.render
    configuration.soundReader = SoundFileReader()
    let new = try HapticEngine(configuration, in: environment)
    new.withEngine { engine in
      // A forgotten tab must not keep the device open.
      engine.setAutoShutdownEnabled(true)
      engine.setStoppedHandler { _ in }
      engine.setResetHandler {}
    }
    engine = new
    return new
  }

  mutating func start() throws(EngineError) -> HapticEngine {
    let engine = try made()
    if engine.withEngine({ !$0.isRunning }) { try engine.startAndWait() }
    return engine
  }

  func stop() { try? engine?.stopAndWait() }

  var state: EngineState { engine?.withEngine { $0.state } ?? .stopped }

  /// Returns whether this discarded the engine, in which case the next start creates another.
  mutating func set(_ new: SoundSettings) -> Bool {
    let old = settings
    settings = new
    if new.gain != old.gain { engine?.withEngine { $0.setGain(decibels: new.gain) } }
    guard new.motor != old.motor || new.monitor != old.monitor else { return false }
    replace()
    return true
  }

  mutating func set(device new: String?) {
    guard new != device else { return }
    device = new
    replace()
  }

  private mutating func replace() {
    stop()
    engine = nil
    _ = queue.take()
  }

  var sound: ServerMessage.Sound {
    let format = engine?.withEngine { $0.outputFormat }
    let rate = format?.sampleRate ?? 48_000
    let frames = device == nil ? format?.periodFrames ?? 0 : engine?.withEngine { $0.meter.delayFrames } ?? 0
    let delay = Double(frames) / rate
    return ServerMessage.Sound(
      to: device == nil ? "browser" : "device", name: device ?? "browser", rate: rate, delay: max(0, delay))
  }
}

/// A level meter with slowly falling peaks and 25 readings per second.
struct LiveMeter {
  private var peak: Float = 0
  private var energy = 0.0
  private var count = 0
  private var shown = -120.0
  private var last = 0.0
  private var wasQuiet = true

  /// Fall of the peak, dB/s.
  private static let fall = 60.0
  private static let interval = 0.04

  mutating func add(_ samples: [Float]) {
    for sample in samples {
      peak = max(peak, abs(sample))
      energy += Double(sample * sample)
    }
    count += samples.count
  }

  mutating func add(_ reading: HapticEngine.Meter, held: Float) {
    peak = max(peak, held)
    energy += Double(reading.level * reading.level)
    count += 1
  }

  /// Returns the next reading in dBFS, if one is due.
  mutating func reading(isActive: Bool) -> (peak: Double, level: Double)? {
    let now = ProcessInfo.processInfo.systemUptime
    guard now - last >= LiveMeter.interval else { return nil }
    let elapsed = min(now - last, 1)
    last = now
    let level = count > 0 ? LiveMeter.decibels((energy / Double(count)).squareRoot()) : -120
    shown = max(LiveMeter.decibels(Double(peak)), shown - LiveMeter.fall * elapsed, -120)
    (peak, energy, count) = (0, 0, 0)
    let isQuiet = !isActive && shown <= -119
    defer { wasQuiet = isQuiet }
    return isQuiet && wasQuiet ? nil : (shown, level)
  }

  private static func decibels(_ value: Double) -> Double { value > 1e-6 ? 20 * log10(value) : -120 }
}

/// An output played by the browser and paced by this machine's clock.
final class BrowserOutput: OutputDevice {
  private let queue: SoundQueue
  private var paced: PacedRendering?
  private var sampleRate: SampleRate = 48_000

  private static let period = 128

  init(_ queue: SoundQueue) { self.queue = queue }

  func open(_ request: OutputRequest) throws(OutputError) -> OutputFormat {
    sampleRate = request.sampleRate
    return OutputFormat(
      name: "browser", sampleRate: request.sampleRate, periodFrames: BrowserOutput.period,
      bufferFrames: BrowserOutput.period)
  }

  func start(_ feed: RenderFeed) throws(OutputError) {
    let paced = PacedRendering(feed, periodFrames: BrowserOutput.period, sampleRate: sampleRate)
    let queue = queue
    try paced.start { { left, right, frames in queue.put(left, right, frames) } }
    self.paced = paced
  }

  func stop() -> Bool {
    defer { paced = nil }
    return paced?.stop() ?? true
  }
}

/// Samples for the browser. Drops the oldest if they are not sent in time.
final class SoundQueue: Sendable {
  private let samples = Mutex<[Float]>([])
  /// Eventfd, raised when there are samples.
  let wake: Int32

  /// Half a second of interleaved samples.
  private static let limit = 48_000

  init() { wake = thrum_event_make() }
  deinit { if wake >= 0 { thrum_event_close(wake) } }

  /// Appends frames. Not for the real-time region.
  func put(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ frames: FrameCount) {
    samples.withLock { samples in
      if samples.count > SoundQueue.limit { samples.removeFirst(samples.count / 2) }
      for frame in 0..<frames {
        samples.append(left[frame])
        samples.append(right[frame])
      }
    }
    if wake >= 0 { thrum_event_raise(wake) }
  }

  func take() -> [Float] {
    samples.withLock { samples in
      defer { samples = [] }
      return samples
    }
  }
}
