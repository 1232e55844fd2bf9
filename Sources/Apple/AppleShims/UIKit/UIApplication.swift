@_exported import CoreGraphics
@_exported import Foundation
@_exported import QuartzCore
@_exported import ThrumCombine
import ThrumEngine
import ThrumNotifications

/// An object that responds to events.
@preconcurrency @MainActor open class UIResponder: NSObject {}

/// The app's delegate. Nothing calls its methods: a test calls those that it needs.
@preconcurrency @MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
  /// The app's window.
  var window: UIWindow? { get set }
  /// The app is about to be ready.
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// The app is ready.
  func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// The app came to the foreground.
  func applicationDidBecomeActive(_ application: UIApplication)
  /// The app is about to be interrupted.
  func applicationWillResignActive(_ application: UIApplication)
  /// The app went to the background.
  func applicationDidEnterBackground(_ application: UIApplication)
  /// The app is about to leave the background.
  func applicationWillEnterForeground(_ application: UIApplication)
  /// The app is about to end.
  func applicationWillTerminate(_ application: UIApplication)
  /// Memory is short.
  func applicationDidReceiveMemoryWarning(_ application: UIApplication)
}

/// Each method may be left out.
extension UIApplicationDelegate {
  /// None.
  public var window: UIWindow? {
    get { nil }
    set {}
  }
  /// Accepts.
  public func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  /// Accepts.
  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  /// Does nothing.
  public func applicationDidBecomeActive(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationWillResignActive(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationDidEnterBackground(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationWillEnterForeground(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationWillTerminate(_ application: UIApplication) {}
  /// Does nothing.
  public func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
  /// For `@main`. Returns at once.
  public static func main() {}
}

/// The app.
@preconcurrency @MainActor open class UIApplication: UIResponder {
  /// The app's state.
  public enum State: Int, Sendable {
    case active, inactive, background
  }

  /// Why the app was launched.
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    /// Apple's name.
    public let rawValue: String
    /// Creates a key.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A URL was opened.
    public static let url = Self(rawValue: "UIApplicationLaunchOptionsURLKey")
    /// A notification was opened.
    public static let remoteNotification = Self(rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
  }

  /// `nil` until the app or a test sets it; shared by all tests of the process. Retained, unlike on a phone.
  open var delegate: (any UIApplicationDelegate)?

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
@preconcurrency @MainActor open class UIView: UIResponder {}

/// A window.
@preconcurrency @MainActor open class UIWindow: UIView {}

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
