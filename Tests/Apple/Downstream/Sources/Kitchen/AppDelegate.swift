// An app's own code is not documented.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreHaptics
import UIKit

/// Asks once whether the device has haptics; the rest of the app asks the delegate.
public class AppDelegate: UIResponder, UIApplicationDelegate {
  public var window: UIWindow?
  public private(set) lazy var supportsHaptics = CHHapticEngine.capabilitiesForHardware().supportsHaptics
  public private(set) var isActive = false

  public func application(
    _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { supportsHaptics }

  public func applicationDidBecomeActive(_ application: UIApplication) { isActive = true }
}

@MainActor public enum Hardware {
  public static var supportsHaptics: Bool { (UIApplication.shared.delegate as? AppDelegate)?.supportsHaptics ?? false }
}
