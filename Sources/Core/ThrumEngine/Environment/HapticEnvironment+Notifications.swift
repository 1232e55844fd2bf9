import Dispatch
import Synchronization

// System notifications, such as an app's return to the foreground. All tests of a process share one notification
// centre, so each environment has its own names.
extension HapticEnvironment {
  /// The caller's name for a system notification: in a test's environment, one that no other environment uses; in
  /// the process's or the exclusive environment, Apple's name. Also returns the environment.
  package static func notification(_ name: String) -> (name: String, environment: HapticEnvironment) {
    let exclusive = exclusive
    (scoped ?? exclusive)?.noteUse()
    if let scoped, scoped !== exclusive { return ("\(name)#\(scoped.serial)", scoped) }
    if let exclusive { return (name, exclusive) }
    if scoped == nil { reportStray(.notification(name)) }
    return (name, process)
  }

  /// Name of a system notification in this environment.
  package func notificationName(_ name: String) -> String {
    self === HapticEnvironment.exclusive || !isVirtual ? name : "\(name)#\(serial)"
  }

  /// Sets the function that posts the notifications of a fault, called before the fault's handlers; only the first one
  /// counts.
  package func postNotifications(_ post: @escaping @Sendable (HapticEnvironment, Fault) -> Void) {
    poster.withLock { if $0 == nil { $0 = post } }
  }
}

extension HapticEnvironment {
  /// Calls `body` like a handler: after the caller has returned, in order, when time is advanced.
  package func deliver(_ body: @escaping @Sendable () -> Void) {
    time.deliver(on: HapticEnvironment.notificationQueue, body)
  }

  private static let notificationQueue = DispatchQueue(label: "thrum.notifications")
}
