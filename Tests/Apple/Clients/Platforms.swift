// Code for several platforms, with and without Core Haptics.
import Foundation

#if canImport(CoreHaptics)
  import CoreHaptics
#endif
// True only if a module `os` has all that an app expects of it.
#if canImport(os)
  import os

  private let logger = Logger(subsystem: "com.example.app", category: "feedback")
#endif

/// The app's haptic feedback.
public protocol Feedback {
  func success()
}

/// Creates the platform's feedback.
public enum Feedbacks {
  /// The best feedback available.
  public static func make() -> any Feedback {
    #if canImport(CoreHaptics) && !targetEnvironment(simulator)
      if #available(iOS 13.0, macOS 10.15, tvOS 14.0, *) { return CoreFeedback() }
    #endif
    return NoFeedback()
  }
}

struct NoFeedback: Feedback {
  func success() {
    #if canImport(os)
      logger.info("no haptics")
    #endif
  }
}

#if canImport(CoreHaptics)
  @available(iOS 13.0, macOS 10.15, macCatalyst 13.0, tvOS 14.0, *)
  @available(watchOS, unavailable)
  final class CoreFeedback: Feedback {
    #if os(watchOS)
      private let engine: Never
    #else
      private let engine: CHHapticEngine?
    #endif

    init() {
      engine = CHHapticEngine.capabilitiesForHardware().supportsHaptics ? try? .init() : nil
      engine?.isAutoShutdownEnabled = true
      engine?.playsHapticsOnly = true
    }

    func success() {
      guard let engine else { return }
      let times: [TimeInterval] = [0, 0.12]
      let events = times.map { CHHapticEvent(eventType: .hapticTransient, parameters: [], relativeTime: $0) }
      try? engine.makePlayer(with: .init(events: events, parameters: [])).start(atTime: CHHapticTimeImmediate)
    }
  }
#endif
