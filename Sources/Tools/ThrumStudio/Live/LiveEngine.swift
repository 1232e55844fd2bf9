import ThrumEngine
import ThrumOutput
import ThrumPattern
import ThrumDevice

/// The engine of a live connection, as an app has one: started when something plays, restarted when it was stopped.
///
/// Owned by the connection's thread.
struct LiveEngine {
  /// The phone it lives on; outlasts engines that were made again for other settings.
  let environment = HapticEnvironment.realTime(timelineCapacity: 4096)
  let queue = SoundQueue()
  private(set) var engine: HapticEngine?
  private(set) var settings: SoundSettings
  /// The ALSA device; `nil` is the browser.
  private(set) var device: String?

  init(_ settings: SoundSettings) { self.settings = settings }

  /// Seconds on the environment's clock.
  var now: Double { environment.elapsed }

  /// The engine, made if there is none yet.
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
      // A tab that is forgotten does not keep the device.
      engine.setAutoShutdownEnabled(true)
      engine.setStoppedHandler { _ in }
      engine.setResetHandler {}
    }
    engine = new
    return new
  }

  /// Starts the engine, if it does not run.
  mutating func start() throws(EngineError) -> HapticEngine {
    let engine = try made()
    if engine.withEngine({ !$0.isRunning }) { try engine.startAndWait() }
    return engine
  }

  /// Stops the engine.
  func stop() { try? engine?.stopAndWait() }

  /// What the engine is doing.
  var state: EngineState { engine?.withEngine { $0.state } ?? .stopped }

  /// Takes other settings; an engine of the old ones is replaced when it is needed again. Returns whether it was.
  mutating func set(_ new: SoundSettings) -> Bool {
    let old = settings
    settings = new
    if new.gain != old.gain { engine?.withEngine { $0.setGain(decibels: new.gain) } }
    guard new.motor != old.motor || new.monitor != old.monitor else { return false }
    replace()
    return true
  }

  /// Sends the sound elsewhere.
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

  /// Where the sound goes.
  var sound: ServerMessage.Sound {
    let format = engine?.withEngine { $0.outputFormat }
    let rate = format?.sampleRate ?? 48_000
    // To the browser a period is sent when it is whole.
    let frames = device == nil ? format?.periodFrames ?? 0 : engine?.withEngine { $0.meter.delayFrames } ?? 0
    let delay = Double(frames) / rate
    return ServerMessage.Sound(
      to: device == nil ? "browser" : "device", name: device ?? "browser", rate: rate, delay: max(0, delay))
  }
}
