import Synchronization

extension HapticEnvironment {
  /// Ends the system engine, which retains the environment.
  func endSystemEngine() {
    let engine = systemEngine.withLock { $0.take() }
    withExtendedLifetime(engine) {}
  }

  package func noteFeedback(_ name: String, _ action: FeedbackAction) {
    noteUse()
    log(.feedback(name, action), engine: HapticEngine.systemNumber)
  }

  /// Reason why system feedback cannot be felt now, if any.
  package var feedbackRefusal: String? {
    if let forkRefusal { return forkRefusal.message }
    return hardware { hardware in
      hardware.profile.supportsHaptics
        ? hardware.startRefusal(playsHapticsOnly: true)?.message : "this device has no haptics"
    }
  }
}
