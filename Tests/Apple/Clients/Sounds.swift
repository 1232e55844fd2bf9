// Audio beside haptics: registered sounds, tones, sessions, capabilities.
import CoreHaptics
import Foundation

final class SoundHaptics {
  private let engine: CHHapticEngine
  private var resources: [URL: CHHapticAudioResourceID] = [:]
  private let options: [CHHapticAudioResourceKey: Any] = [
    CHHapticAudioResourceKeyUseVolumeEnvelope as NSString: false,
    CHHapticAudioResourceKeyLoopEnabled as CHHapticAudioResourceKey: NSNumber(value: true),
  ]

  init(sharesSession: Bool) throws {
    let session: AVAudioSession? = sharesSession ? .sharedInstance() : nil
    engine = try CHHapticEngine(audioSession: session)
    engine.playsAudioOnly = !CHHapticEngine.capabilitiesForHardware().supportsHaptics
    engine.isMutedForAudio = false
    engine.resetHandler = reload
  }

  private func reload() {
    do {
      try engine.start()
      for url in resources.keys { resources[url] = try engine.registerAudioResource(url) }
    } catch {
      resources = [:]
    }
  }

  func event(_ name: String, at time: TimeInterval, loops: Bool = false) throws -> CHHapticEvent? {
    guard let url = Bundle.main.url(forResource: name, withExtension: "wav", subdirectory: "Sounds") else { return nil }
    let id: Int
    if let known = resources[url] {
      id = known
    } else {
      id = try engine.registerAudioResource(url, options: loops ? options : [:])
      resources[url] = id
    }
    let volume = CHHapticEventParameter(parameterID: .audioVolume, value: 0.9)
    return loops
      ? CHHapticEvent(audioResourceID: id, parameters: [volume], relativeTime: time, duration: 4)
      : CHHapticEvent(audioResourceID: id, parameters: [volume], relativeTime: time)
  }

  func tone() -> CHHapticEvent {
    CHHapticEvent(
      eventType: .audioContinuous,
      parameters: [
        CHHapticEventParameter(parameterID: .audioPitch, value: -0.15),
        CHHapticEventParameter(parameterID: .audioPan, value: 0),
        CHHapticEventParameter(parameterID: .audioBrightness, value: 0.5),
        CHHapticEventParameter(parameterID: .decayTime, value: 1),
        CHHapticEventParameter(parameterID: .sustained, value: 0),
      ], relativeTime: 0.5, duration: 0.5)
  }

  func forget() {
    for id in resources.values { try? engine.unregisterAudioResource(id) }
    resources.removeAll(keepingCapacity: true)
  }

  static func limits() -> [CHHapticEvent.ParameterID: ClosedRange<Float>] {
    let hardware: CHHapticDeviceCapability = CHHapticEngine.capabilitiesForHardware()
    guard hardware.supportsAudio else { return [:] }
    var result: [CHHapticEvent.ParameterID: ClosedRange<Float>] = [:]
    for id in [CHHapticEvent.ParameterID.audioVolume, .audioPan, .hapticIntensity] {
      guard let attributes = try? hardware.attributes(forEventParameter: id, eventType: .audioContinuous) else {
        continue
      }
      result[id] = attributes.minValue...max(attributes.maxValue, attributes.defaultValue)
    }
    let control: CHHapticParameterAttributes? = try? hardware.attributes(forDynamicParameter: .audioPanControl)
    print(control?.defaultValue ?? 0)
    return result
  }
}
