import Synchronization

/// The system's own feedback in an environment: what feedback generators and system sounds play.
extension HapticEnvironment {
  /// Ends it, which has the environment for as long as it lives.
  package func endSystemEngine() {
    let engine = systemEngine.withLock { $0.take() }
    withExtendedLifetime(engine) {}
  }

  /// Logs what comes of asking for the system's feedback.
  package func noteFeedback(_ name: String, _ action: FeedbackAction) {
    log(.feedback(name, action), engine: HapticEngine.systemNumber)
  }

  /// Why the system's feedback is not felt now; `nil` when it is.
  package var feedbackRefusal: String? {
    hardware { hardware in
      hardware.profile.supportsHaptics
        ? hardware.startRefusal(playsHapticsOnly: true)?.message : "this device has no haptics"
    }
  }
}
