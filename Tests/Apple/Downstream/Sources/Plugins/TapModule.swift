// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreHaptics
import ExpoModulesCore

/// A module for Expo, with everything that its modules for haptics use.
public class TapModule: Module {
  private var engine: CHHapticEngine?

  public func definition() -> ModuleDefinition {
    Name("Taps")

    Events(["onEnd"])

    Constants(["limit": 30])

    OnCreate {
      engine = try? CHHapticEngine()
      try? engine?.start()
    }

    OnAppEntersBackground { engine?.stop() }

    Property("isSupported") { CHHapticEngine.capabilitiesForHardware().supportsHaptics }

    AsyncFunction("impactAsync") { (style: Style) in
      let generator = UIImpactFeedbackGenerator(style: style.feedbackStyle)
      generator.prepare()
      generator.impactOccurred()
    }
    .runOnQueue(.main)

    AsyncFunction("selectionAsync") {
      UISelectionFeedbackGenerator().selectionChanged()
    }
    .runOnQueue(.main)

    AsyncFunction("playAsync") { (taps: [Tap], promise: Promise) in
      do {
        let pattern = try CHHapticPattern(events: taps.map(\.event), parameters: [])
        guard let engine else { throw NoEngine() }
        try engine.makePlayer(with: pattern).start(atTime: CHHapticTimeImmediate)
        promise.resolve(taps.count)
      } catch {
        promise.reject("ERR_TAPS", "\(error)")
      }
    }

    AsyncFunction("restartAsync") {
      try await engine?.start()
      sendEvent("onEnd", ["restarted": true])
    }

    Function("double") { (strength: Double, isLoud: Bool) -> Double in isLoud ? strength * 2 : strength }
  }

  public struct NoEngine: Error {}

  enum Style: String, Enumerable {
    case light, medium, heavy

    var feedbackStyle: UIImpactFeedbackGenerator.FeedbackStyle {
      switch self {
      case .light: return .light
      case .medium: return .medium
      case .heavy: return .heavy
      }
    }
  }

  public struct Tap: Record {
    @Field public var time: Double = 0
    @Field public var strength: Double?
    @Field public var name: String
    public init() {}

    var event: CHHapticEvent {
      CHHapticEvent(
        eventType: .hapticTransient, parameters: [.init(parameterID: .hapticIntensity, value: Float(strength ?? 1))],
        relativeTime: time)
    }
  }
}
