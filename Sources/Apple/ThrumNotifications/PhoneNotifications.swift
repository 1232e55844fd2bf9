import Dispatch
import Foundation
import Synchronization
import ThrumEngine

extension Notification.Name {
  /// As ``ofPhone(_:)``, for a notification of controllers, whose object is the controller with a number.
  package static func ofController(
    _ name: String, _ controller: @escaping @Sendable (HapticEnvironment, Int) -> NSObject
  ) -> Notification.Name {
    PhoneNotifications.controllers.withLock { $0.make = controller }
    return ofPhone(name)
  }

  /// Returns the name of a system notification that faults post and that reaches only observers in the same test.
  package static func ofPhone(_ name: String) -> Notification.Name {
    let (name, environment) = HapticEnvironment.notification(name)
    environment.postNotifications { PhoneNotifications.post(for: $1, in: $0) }
    return Notification.Name(name)
  }
}

/// Notifications that a phone posts on the main thread when a fault occurs.
enum PhoneNotifications {
  private struct Post: Sendable {
    let name: String
    var values: [String: UInt] = [:]
    /// Number of the controller that the notification is about.
    var controller: Int?
  }

  struct Controllers {
    /// Makes the object of a controller. `nil` while no app knows of controllers.
    var make: (@Sendable (HapticEnvironment, Int) -> NSObject)?
  }
  static let controllers = Mutex(Controllers())

  static func post(for fault: Fault, in environment: HapticEnvironment) {
    for post in posts(for: fault, controller: environment.controllerNumber) {
      environment.deliver {
        DispatchQueue.main.async {
          HapticEnvironment.$scoped.withValue(environment) {
            let controller = controllers.withLock { $0.make }
            NotificationCenter.default.post(
              name: Notification.Name(environment.notificationName(post.name)),
              object: post.controller.flatMap { controller?(environment, $0) },
              userInfo: post.values.isEmpty ? nil : post.values)
          }
        }
      }
    }
  }

  private static func interruptionEnd(options: UInt) -> Post {
    Post(
      name: "AVAudioSessionInterruptionNotification",
      values: ["AVAudioSessionInterruptionTypeKey": 0, "AVAudioSessionInterruptionOptionKey": options])
  }

  private static func routeChange(reason: UInt) -> Post {
    Post(name: "AVAudioSessionRouteChangeNotification", values: ["AVAudioSessionRouteChangeReasonKey": reason])
  }

  /// The numbers are raw values of AVAudioSession's InterruptionType, InterruptionOptions and RouteChangeReason.
  private static func posts(for fault: Fault, controller: Int) -> [Post] {
    switch fault {
    case .suspendApp:
      [
        Post(name: "UIApplicationWillResignActiveNotification"),
        Post(name: "UIApplicationDidEnterBackgroundNotification"),
      ]
    case .resumeApp:
      [
        Post(name: "UIApplicationWillEnterForegroundNotification"),
        Post(name: "UIApplicationDidBecomeActiveNotification"),
      ]
    case .interruptAudio:
      [
        Post(
          name: "AVAudioSessionInterruptionNotification",
          values: ["AVAudioSessionInterruptionTypeKey": 1, "AVAudioSessionInterruptionReasonKey": 0])
      ]
    case .endInterruption: [interruptionEnd(options: 1)]
    case .endInterruptionWithoutResume: [interruptionEnd(options: 0)]
    case .changeAudioRoute: [routeChange(reason: 2)]
    case .connectHeadphones: [routeChange(reason: 1)]
    case .resetServer, .recoverServer: [Post(name: "AVAudioSessionMediaServicesWereResetNotification")]
    case .failServer: [Post(name: "AVAudioSessionMediaServicesWereLostNotification")]
    case .connectController: [Post(name: "GCControllerDidConnectNotification", controller: controller)]
    case .disconnectController: [Post(name: "GCControllerDidDisconnectNotification", controller: controller)]
    default: []
    }
  }
}
