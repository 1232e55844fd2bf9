import Foundation
import ThrumEngine

/// An audio session. Tests simulate interruptions with faults.
public final class AVAudioSession: NSObject, Sendable {
  private static let shared = AVAudioSession()

  /// The shared session.
  public class func sharedInstance() -> AVAudioSession { shared }

  /// Creates a session.
  public override init() { super.init() }
}

extension ProcessInfo {
  /// Whether the environment's device is saving power (`Fault.savePower`).
  public var isLowPowerModeEnabled: Bool { HapticEnvironment.current.isSavingPower }
}
