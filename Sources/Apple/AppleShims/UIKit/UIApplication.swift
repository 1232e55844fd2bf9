// UIKit re-exports these, and many files import nothing else.
@_exported import CoreGraphics
@_exported import Foundation
@_exported import QuartzCore
@_exported import ThrumFoundation
import ThrumEngine
import ThrumFeedback

/// The part of an app that haptics code uses.
@preconcurrency @MainActor open class UIApplication: NSObject {
  /// The app's state.
  public enum State: Int, Sendable {
    case active, inactive, background
  }

  /// The only app.
  public static let shared = UIApplication()

  /// The app's state in the caller's environment (`Fault.suspendApp`).
  open var applicationState: State { HapticEnvironment.current.isAppSuspended ? .background : .active }
  /// Has no effect.
  open var isIdleTimerDisabled = false

  /// Posted by tests, and by a test's device.
  nonisolated public static var didBecomeActiveNotification: Notification.Name {
    .ofPhone("UIApplicationDidBecomeActiveNotification")
  }
  /// Posted by tests, and by a test's device.
  nonisolated public static var willResignActiveNotification: Notification.Name {
    .ofPhone("UIApplicationWillResignActiveNotification")
  }
  /// Posted by tests, and by a test's device.
  nonisolated public static var didEnterBackgroundNotification: Notification.Name {
    .ofPhone("UIApplicationDidEnterBackgroundNotification")
  }
  /// Posted by tests, and by a test's device.
  nonisolated public static var willEnterForegroundNotification: Notification.Name {
    .ofPhone("UIApplicationWillEnterForegroundNotification")
  }
  /// Posted by tests, and by a test's device.
  nonisolated public static var didFinishLaunchingNotification: Notification.Name {
    .ofPhone("UIApplicationDidFinishLaunchingNotification")
  }
  /// Posted by tests, and by a test's device.
  nonisolated public static var willTerminateNotification: Notification.Name {
    .ofPhone("UIApplicationWillTerminateNotification")
  }
  /// Posted by tests, and by a test's device.
  nonisolated public static var didReceiveMemoryWarningNotification: Notification.Name {
    .ofPhone("UIApplicationDidReceiveMemoryWarningNotification")
  }
}

/// A view, for initialisers that take one.
@preconcurrency @MainActor open class UIView: NSObject {}

/// The part of a device that haptics code uses.
@preconcurrency @MainActor open class UIDevice: NSObject {
  /// The only device.
  public static let current = UIDevice()

  /// Device model.
  open var model: String { "iPhone" }
  /// Name chosen by the user.
  open var name: String { "iPhone" }
  /// Name of the system.
  open var systemName: String { "iOS" }
  /// Version of the system.
  open var systemVersion: String { "26.0" }
  /// Kind of device.
  open var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
  /// Has no effect.
  open var isBatteryMonitoringEnabled = false
  /// Charge, 0 to 1; −1 means unknown.
  open var batteryLevel: Float { -1 }
}

/// A kind of device.
public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone = 0
  case pad = 1
  case tv = 2
  case carPlay = 3
  case mac = 5
  case vision = 6
}

/// Accessibility settings, all off.
@preconcurrency @MainActor public enum UIAccessibility {
  /// Whether animations should be reduced.
  public static var isReduceMotionEnabled: Bool { false }
  /// Whether VoiceOver is reading the screen aloud.
  public static var isVoiceOverRunning: Bool { false }
}
