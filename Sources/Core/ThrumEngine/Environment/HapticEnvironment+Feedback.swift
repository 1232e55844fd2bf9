import Dispatch
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

  /// Reason why system feedback cannot be felt now, if any. `isGenerated` means by a feedback generator.
  package func feedbackRefusal(isGenerated: Bool) -> String? {
    if let forkRefusal { return forkRefusal.message }
    return hardware { hardware in
      if isGenerated, hardware.isSystemHapticsOff { return "System Haptics is switched off in Settings" }
      return hardware.profile.supportsHaptics
        ? hardware.startRefusal(playsHapticsOnly: true)?.message : "this device has no haptics"
    }
  }
}

// System notifications, such as the one when an app returns to the foreground. Each environment has its own names
// (decision 0048).
extension HapticEnvironment {
  /// The caller's environment and its name for a notification: Apple's name in the process's environment or an
  /// exclusive one, otherwise a unique name.
  package static func notification(_ name: String) -> (name: String, environment: HapticEnvironment) {
    let exclusive = exclusive
    (scoped ?? exclusive)?.noteUse()
    if let scoped, scoped !== exclusive { return ("\(name)#\(scoped.serial)", scoped) }
    if let exclusive { return (name, exclusive) }
    if scoped == nil { reportOutsideUse(.notification(name)) }
    return (name, process)
  }

  package func notificationName(_ name: String) -> String {
    self === HapticEnvironment.exclusive || !isVirtual ? name : "\(name)#\(serial)"
  }

  /// Sets the function that posts a fault's notifications before its handlers run. Only the first call has an effect.
  package func postNotifications(_ post: @escaping @Sendable (HapticEnvironment, Fault) -> Void) {
    poster.withLock { if $0 == nil { $0 = post } }
  }
}

extension HapticEnvironment {
  /// Calls `body` like a handler.
  package func deliver(_ body: @escaping @Sendable () -> Void) {
    time.deliver(on: HapticEnvironment.notificationQueue, body)
  }

  private static let notificationQueue = DispatchQueue(label: "thrum.notifications")
}
