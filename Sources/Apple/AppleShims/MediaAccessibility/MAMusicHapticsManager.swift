@_exported import Foundation
import ThrumNotifications

/// The system's haptics for music, which are off.
// Safety: has no state.
open class MAMusicHapticsManager: NSObject, @unchecked Sendable {
  private static let manager = MAMusicHapticsManager()
  /// The manager.
  open class var shared: MAMusicHapticsManager { manager }

  /// Posted only in tests.
  public class var activeStatusDidChangeNotification: Notification.Name {
    .ofPhone("MAMusicHapticsManagerActiveStatusDidChangeNotification")
  }

  /// Always `false`.
  open var isActive: Bool { false }

  /// Always `false`: no song has a haptic track.
  open func isHapticTrackAvailable(forMediaMatching internationalStandardRecordingCode: String) async -> Bool { false }

  /// Calls `completionHandler` with `false`: no song has a haptic track.
  open func checkHapticTrackAvailabilityForMedia(
    matchingCode internationalStandardRecordingCode: String, completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) { completionHandler?(false) }

  /// Never calls the handler, as no song plays.
  open func addStatusObserver(_ statusHandler: @escaping (String, Bool) -> Void) -> (any NSCopying)? { NSString("") }
  /// Does nothing.
  open func removeStatusObserver(_ registrationToken: any NSCopying) {}
}
