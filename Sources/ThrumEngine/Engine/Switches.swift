import ThrumPattern
import ThrumDevice
import ThrumRender

/// The engine's switches; all off at first.
///
/// - Thread: any; a value.
public struct Switches: Equatable, Sendable {
  /// Audio events are left out, from the next start on.
  public var playsHapticsOnly = false
  /// Haptic events are left out, from the next start on.
  public var playsAudioOnly = false
  /// Haptic events are silent.
  public var isMutedForHaptics = false
  /// Audio events are silent.
  public var isMutedForAudio = false
  /// The engine stops when it is idle and starts on its own when a player does.
  public var isAutoShutdownEnabled = false

  /// All off.
  public init() {}
}

extension HapticEngine {
  /// Called, on the handlers' queue, when something outside has stopped the engine. Set it before starting.
  public func setStoppedHandler(_ handler: @escaping @Sendable (StoppedReason) -> Void) {
    teardown.stoppedHandler = handler
  }

  /// Called, on the handlers' queue, when the haptic server has failed and recovered: the engine has stopped, its
  /// players and registered sounds are lost; handlers and switches are kept.
  public func setResetHandler(_ handler: @escaping @Sendable () -> Void) { resetHandler = handler }

  /// Whether audio events are left out, from the next start on.
  public func setPlaysHapticsOnly(_ value: Bool) {
    switches.playsHapticsOnly = value
    log(.switched("playsHapticsOnly", to: "\(value)"))
  }

  /// Whether haptic events are left out, from the next start on.
  public func setPlaysAudioOnly(_ value: Bool) {
    switches.playsAudioOnly = value
    log(.switched("playsAudioOnly", to: "\(value)"))
  }

  /// Whether haptic events are silent, at once.
  public func setMutedForHaptics(_ value: Bool) {
    switches.isMutedForHaptics = value
    log(.switched("isMutedForHaptics", to: "\(value)"))
    updateMutes()
  }

  /// Whether audio events are silent, at once.
  public func setMutedForAudio(_ value: Bool) {
    switches.isMutedForAudio = value
    log(.switched("isMutedForAudio", to: "\(value)"))
    updateMutes()
  }

  /// Whether the engine stops when no player has been active for two minutes, and starts on its own when one starts.
  public func setAutoShutdownEnabled(_ value: Bool) {
    switches.isAutoShutdownEnabled = value
    log(.switched("isAutoShutdownEnabled", to: "\(value)"))
    idle.since = environment.now
    watchIdleness()
  }

  /// Sets the volume of the monitor, dB, −120 … 40, smoothly and at once; others count as the nearest of these. NaN is
  /// ignored. Not in the journal of a live run.
  public func setGain(decibels: Double) {
    guard !decibels.isNaN else { return }
    gainDecibels = min(max(decibels, -120), 40)
    session?.controls.setGain(Float(gain(decibels: gainDecibels)))
  }

  /// Mutes in the renderer what the switches, or a recording, want silent.
  func updateMutes() {
    let isRecording = environment.hardware { $0.isRecording }
    session?.controls.setHapticsMuted(switches.isMutedForHaptics || isRecording)
    session?.controls.setAudioMuted(switches.isMutedForAudio)
  }
}
