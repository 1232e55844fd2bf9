@_exported import CoreGraphics
@_exported import Foundation
@_exported import QuartzCore
@_exported import ThrumCombine
import ThrumEngine
import ThrumNotifications

/// The app.
@preconcurrency @MainActor open class UIApplication: NSObject {
  /// The app's state.
  public enum State: Int, Sendable {
    case active, inactive, background
  }

  /// The app.
  public static let shared = UIApplication()

  /// State of the app (`Fault.suspendApp`).
  open var applicationState: State { HapticEnvironment.current.isAppSuspended ? .background : .active }
  /// Unused.
  open var isIdleTimerDisabled = false

  /// Posted only in tests.
  nonisolated public static var didBecomeActiveNotification: Notification.Name {
    .ofPhone("UIApplicationDidBecomeActiveNotification")
  }
  /// Posted only in tests.
  nonisolated public static var willResignActiveNotification: Notification.Name {
    .ofPhone("UIApplicationWillResignActiveNotification")
  }
  /// Posted only in tests.
  nonisolated public static var didEnterBackgroundNotification: Notification.Name {
    .ofPhone("UIApplicationDidEnterBackgroundNotification")
  }
  /// Posted only in tests.
  nonisolated public static var willEnterForegroundNotification: Notification.Name {
    .ofPhone("UIApplicationWillEnterForegroundNotification")
  }
  /// Posted only in tests.
  nonisolated public static var didFinishLaunchingNotification: Notification.Name {
    .ofPhone("UIApplicationDidFinishLaunchingNotification")
  }
  /// Posted only in tests.
  nonisolated public static var willTerminateNotification: Notification.Name {
    .ofPhone("UIApplicationWillTerminateNotification")
  }
  /// Posted only in tests.
  nonisolated public static var didReceiveMemoryWarningNotification: Notification.Name {
    .ofPhone("UIApplicationDidReceiveMemoryWarningNotification")
  }
}

/// A view.
@preconcurrency @MainActor open class UIView: NSObject {}

/// The device.
@preconcurrency @MainActor open class UIDevice: NSObject {
  /// The device.
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
  /// Unused.
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
  /// Whether VoiceOver is on.
  public static var isVoiceOverRunning: Bool { false }
}
