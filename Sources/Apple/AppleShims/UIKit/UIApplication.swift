// UIKit re-exports Foundation, and many a file imports nothing else.
@_exported import Foundation
import ThrumEngine

/// An app, as far as haptics code asks about it.
@preconcurrency @MainActor open class UIApplication: NSObject {
  /// Where the app is.
  public enum State: Int, Sendable {
    case active, inactive, background
  }

  /// The only one.
  public static let shared = UIApplication()

  /// Where the app is, by the caller's environment (`Fault.suspendApp`).
  open var applicationState: State { HapticEnvironment.current.isAppSuspended ? .background : .active }
  /// Whether the display stays on; without effect.
  open var isIdleTimerDisabled = false

  /// Posted by tests, which play the system.
  nonisolated public static let didBecomeActiveNotification = Notification.Name(
    "UIApplicationDidBecomeActiveNotification")
  /// Posted by tests, which play the system.
  nonisolated public static let willResignActiveNotification = Notification.Name(
    "UIApplicationWillResignActiveNotification")
  /// Posted by tests, which play the system.
  nonisolated public static let didEnterBackgroundNotification = Notification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  /// Posted by tests, which play the system.
  nonisolated public static let willEnterForegroundNotification = Notification.Name(
    "UIApplicationWillEnterForegroundNotification")
  /// Posted by tests, which play the system.
  nonisolated public static let didFinishLaunchingNotification = Notification.Name(
    "UIApplicationDidFinishLaunchingNotification")
  /// Posted by tests, which play the system.
  nonisolated public static let willTerminateNotification = Notification.Name("UIApplicationWillTerminateNotification")
  /// Posted by tests, which play the system.
  nonisolated public static let didReceiveMemoryWarningNotification = Notification.Name(
    "UIApplicationDidReceiveMemoryWarningNotification")
}

/// A view, for initialisers that take one.
@preconcurrency @MainActor open class UIView: NSObject {}

/// A device, as far as haptics code asks about it.
@preconcurrency @MainActor open class UIDevice: NSObject {
  /// The only one.
  public static let current = UIDevice()

  /// What it says it is.
  open var model: String { "iPhone" }
  /// The user's name for it.
  open var name: String { "iPhone" }
  /// The system's name.
  open var systemName: String { "iOS" }
  /// The system's version.
  open var systemVersion: String { "26.0" }
  /// The kind of device.
  open var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
  /// Whether the battery is watched; without effect.
  open var isBatteryMonitoringEnabled = false
  /// From 0 to 1; −1 is unknown.
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

/// What the user has set for accessibility: nothing.
@preconcurrency @MainActor public enum UIAccessibility {
  /// Whether movements are to be few.
  public static var isReduceMotionEnabled: Bool { false }
  /// Whether the screen is read aloud.
  public static var isVoiceOverRunning: Bool { false }
}
