// SwiftUI-style screens and models without SwiftUI: property wrappers, values that hold closures, observation.
import CoreHaptics
import Foundation
import Observation

@propertyWrapper struct State<Value> {
  var wrappedValue: Value
}

@MainActor protocol Screen {
  associatedtype Body
  var body: Body { get }
}

struct Button {
  let title: String
  let action: () -> Void
}

@Observable @MainActor
final class PaletteModel {
  private var engine: CHHapticEngine?
  private var player: (any CHHapticAdvancedPatternPlayer)?
  private(set) var status = "idle"
  var intensity: Float = 0.5 { didSet { if intensity != oldValue { update() } } }
  var sharpness: Float = 0.5 { didSet { update() } }
  let supportsHaptics = CHHapticEngine.capabilitiesForHardware().supportsHaptics

  func appear() async {
    guard supportsHaptics, engine == nil else { return }
    do {
      let engine = try CHHapticEngine()
      engine.playsHapticsOnly = true
      engine.stoppedHandler = { [weak self] reason in
        Task { @MainActor in self?.status = "stopped: \(reason.rawValue)" }
      }
      engine.resetHandler = { [weak self] in
        Task { @MainActor [weak self] in await self?.restart() }
      }
      self.engine = engine
      try await engine.start()
      status = "running"
    } catch {
      status = error.localizedDescription
    }
  }

  private func restart() async {
    do { try await engine?.start() } catch { status = "\(error)" }
  }

  func press() {
    let event = CHHapticEvent(
      eventType: .hapticContinuous,
      parameters: [
        CHHapticEventParameter(parameterID: .hapticIntensity, value: 1),
        CHHapticEventParameter(parameterID: .hapticSharpness, value: 0.5),
      ],
      relativeTime: 0, duration: 30)
    player = try? engine?.makeAdvancedPlayer(with: .init(events: [event], parameters: []))
    player?.loopEnabled = true
    player?.completionHandler = { [weak self] _ in
      Task { @MainActor in self?.player = nil }
    }
    update()
    try? player?.start(atTime: CHHapticTimeImmediate)
  }

  private func update() {
    try? player?.sendParameters(
      [
        .init(parameterID: .hapticIntensityControl, value: intensity, relativeTime: 0),
        .init(parameterID: .hapticSharpnessControl, value: sharpness - 0.5, relativeTime: 0),
      ], atTime: 0)
  }

  func release() { try? player?.stop(atTime: CHHapticTimeImmediate) }

  func disappear() {
    engine?.stop { [weak self] error in
      guard error == nil else { return }
      Task { @MainActor in self?.status = "idle" }
    }
  }
}

@MainActor
struct PaletteScreen: Screen {
  @State private var engine: CHHapticEngine?
  @State private var taps = 0
  let model = PaletteModel()
  var onTap: ((CHHapticPattern) throws -> Void)?

  var body: [Button] {
    [
      Button(title: "Press") { model.press() },
      Button(title: "Release", action: model.release),
      Button(title: "Tap") { complexSuccess() },
    ]
  }

  mutating func prepareHaptics() {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else { return }
    do {
      engine = try CHHapticEngine()
      try engine?.start()
    } catch {
      print("There was an error creating the engine: \(error.localizedDescription)")
    }
  }

  func complexSuccess() {
    guard CHHapticEngine.capabilitiesForHardware().supportsHaptics else { return }
    var events = [CHHapticEvent]()
    for i in stride(from: 0, to: 1, by: 0.1) {
      let intensity = CHHapticEventParameter(parameterID: .hapticIntensity, value: Float(i))
      let sharpness = CHHapticEventParameter(parameterID: .hapticSharpness, value: Float(1 - i))
      events.append(
        CHHapticEvent(eventType: .hapticTransient, parameters: [intensity, sharpness], relativeTime: 1 + i))
    }
    do {
      let pattern = try CHHapticPattern(events: events, parameters: [])
      let player = try engine?.makePlayer(with: pattern)
      try player?.start(atTime: 0)
      try onTap?(pattern)
    } catch {
      print("Failed to play pattern: \(error.localizedDescription).")
    }
  }
}
